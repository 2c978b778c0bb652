import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDemonstration } from '../../../server/accounts/demonstration.ts';
import { readSettings } from '../../../server/config/settings.ts';
import { startAccountSite, type AccountSite } from './account-site.ts';

const HERE = { PUBLIC_URL: '', SMTP_URL: '', NODE_ENV: '' };

describe('a demonstration', () => {
  let site: AccountSite;
  let login: { readonly username: string; readonly password: string };

  beforeAll(async () => {
    site = await startAccountSite({
      env: HERE,
      rules: { demonstration: true, roles: ['operator'] },
    });
    const accounts = await site.opened.demonstrate();
    expect(accounts.map(({ username }) => username)).toEqual([
      'demo-member',
      'demo-warden',
      'demo-elder',
      'demo-operator',
    ]);
    login = accounts.find(({ username }) => username === 'demo-elder')!;
  });
  afterAll(() => site.close());

  const logIn = (headers: Record<string, string> = {}) =>
    site.app.inject({
      method: 'POST',
      url: '/api/auth/login/',
      payload: login,
      headers: { host: 'localhost:4000', ...headers },
    });

  it('has an account for each level, for visitors of the same machine only', async () => {
    expect((await logIn()).statusCode).toBe(200);
    expect((await logIn({ host: 'atlas.example' })).statusCode).toBe(400);
    for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-forwarded-host'])
      expect([header, (await logIn({ [header]: '192.0.2.1' })).statusCode]).toEqual([header, 400]);
  });

  it('does not accept the session of such an account from elsewhere', async () => {
    const { key } = (await logIn()).json<{ key: string }>();
    const authorization = `Token ${key}`;
    const profile = (headers: Record<string, string>) =>
      site.app.inject({ url: '/api/users/profile', headers: { authorization, ...headers } });
    expect((await profile({ host: '127.0.0.1:4000' })).statusCode).toBe(200);
    expect((await profile({ host: 'atlas.example' })).statusCode).toBe(401);
    expect((await profile({ host: 'localhost', via: '1.1 proxy' })).statusCode).toBe(401);
  });

  it('has other passwords after the next start', async () => {
    const before = login;
    const again = await site.opened.demonstrate();
    login = again.find(({ username }) => username === 'demo-elder')!;
    expect(login.password).not.toBe(before.password);
    expect((await logIn()).statusCode).toBe(200);
    login = before;
    expect((await logIn()).statusCode).toBe(400);
  });

  it('shows its mails on the same machine, as text', async () => {
    const [email, password] = ['mira@example.test', 'Okapi-Ituri-7?'];
    await site.app.inject({
      method: 'POST',
      url: '/api/auth/registration/',
      payload: { username: 'mira', email, password1: password, password2: password },
    });
    await site.mailed();
    const show = (headers: Record<string, string>) =>
      site.app.inject({ url: '/dev/mail', headers });
    const page = await show({ host: 'localhost:4000', 'accept-language': 'en' });
    expect(page.body).toContain('To: mira@example.test');
    expect(page.body).toMatch(
      /<a href="http:\/\/localhost[^"]*\/account\/confirm-email\/\w{40}#user=mira">/,
    );
    // The title of this atlas contains an element.
    expect(page.body).not.toContain('</script>');
    expect((await show({ host: 'atlas.example' })).statusCode).toBe(404);
    expect((await show({ host: 'localhost', 'x-forwarded-for': '192.0.2.1' })).statusCode).toBe(
      404,
    );
  });

  it.each([
    ['NODE_ENV', 'production'],
    ['NODE_ENV', 'test'],
    ['PUBLIC_URL', 'https://atlas.example'],
    ['TRUST_PROXY', 'loopback'],
    ['HOST', '0.0.0.0'],
  ])('is off with %s=%s', (name, value) => {
    const rules = { demonstration: true };
    expect(isDemonstration(readSettings({}), rules)).toBe(true);
    expect(isDemonstration(readSettings({ [name]: value }), rules)).toBe(false);
  });

  it('is off with data that are not demonstration data', () => {
    expect(isDemonstration(readSettings({}), { demonstration: false })).toBe(false);
  });
});

describe('a server that cannot send mails', () => {
  it('says that registration is off', async () => {
    const site = await startAccountSite({ env: { SMTP_URL: '' } });
    try {
      const answer = await site.app.inject({
        method: 'POST',
        url: '/api/auth/registration/',
        payload: {},
      });
      expect(answer.statusCode).toBe(403);
      expect(answer.json<{ detail: string }>().detail).toContain('Registration is switched off');
      expect((await site.app.inject('/dev/mail')).statusCode).toBe(404);
    } finally {
      await site.close();
    }
  });
});
