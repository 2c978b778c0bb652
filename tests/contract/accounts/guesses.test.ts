import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUser, startAccountSite, type AccountSite } from './account-site.ts';
import { Client } from './client.ts';

const PASSWORD = 'Okapi-Ituri-7?';

let site: AccountSite;
/** The address of the next requests. */
let ip = '';

beforeAll(async () => {
  site = await startAccountSite();
});
afterAll(() => site.close());

const logIn = (username: string, password: string) =>
  new Client(site, () => ip).login(username, password);

describe('guesses of a password', () => {
  it('are evaluated ten times in 15 minutes at most, and the owner still gets in', async () => {
    await addUser(site, 'mira', PASSWORD);
    ip = '198.51.100.1';
    await logIn('mira', PASSWORD);
    const start = site.clock.now;
    let evaluated = 0;
    for (let guess = 0; guess < 200; guess++) {
      site.clock.now = start + Math.floor((guess * 15 * 60_000) / 200);
      ip = `203.0.${guess}.7`;
      const answer = await logIn('mira', `guess ${guess}`);
      if (answer.statusCode === 400) evaluated += 1;
      else expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(evaluated).toBeLessThanOrEqual(10);
    expect(evaluated).toBeGreaterThan(4);
    ip = '198.51.100.1';
    expect((await logIn('mira', PASSWORD)).statusCode).toBe(200);
  });

  it('are limited for a name without account in the same way', async () => {
    ip = '198.51.100.2';
    const statuses = [];
    for (let guess = 0; guess < 7; guess++)
      statuses.push((await logIn('nobody', 'guess')).statusCode);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
  });
});
