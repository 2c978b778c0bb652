import { afterAll, beforeAll, expect, it } from 'vitest';
import { addUser, startAccountSite, type AccountSite } from './account-site.ts';

const isNightly = process.env['ATLAS_NIGHTLY'] === '1';
/** Pairs of logins; times are compared at night only, because other tests run beside this one. */
const PAIRS = isNightly ? 200 : 2;
const HOUR = 3_600_000;

let site: AccountSite;

beforeAll(async () => {
  site = await startAccountSite();
  await addUser(site, 'mira', 'Okapi-Ituri-7?');
});
afterAll(() => site.close());

it('a login does not show by its answer or its time which accounts exist', async () => {
  const times = { mira: [] as number[], nobody: [] as number[] };
  for (let pair = 0; pair < PAIRS; pair++) {
    // No limit is reached.
    site.clock.now += HOUR;
    const answers = [];
    for (const username of ['mira', 'nobody'] as const) {
      const start = performance.now();
      const answer = await site.app.inject({
        ...{ method: 'POST', url: '/api/auth/login/' },
        payload: { username, password: 'Bonobo-Lomako-3!' },
      });
      times[username].push(performance.now() - start);
      answers.push([answer.statusCode, answer.body]);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[0]![0]).toBe(400);
  }
  const median = (of: number[]) => of.sort((a, b) => a - b)[Math.floor(of.length / 2)]!;
  if (isNightly) expect(Math.abs(median(times.mira) - median(times.nobody))).toBeLessThan(5);
});
