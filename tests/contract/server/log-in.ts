/** Logs visitors of each level in, as a browser does. */
import { cookieShape } from '../accounts/recordings.ts';
import type { GuardedServer } from './guarded-server.ts';
import type { LevelId } from './secrets.ts';

const PASSWORD = 'Okapi-Ituri-7?';

/**
 * Creates an account that holds a level and logs it in. Returns the headers of its requests; none for
 * everyone.
 */
export async function logIn(
  { app, accounts: { accounts }, snapshot }: GuardedServer,
  level: LevelId,
): Promise<Readonly<Record<string, string>>> {
  if (level === 'everyone') return {};
  const { store, passwords, now } = accounts;
  const username = `visitor-${level}`;
  const created = now();
  const account = await store.accounts.add({
    ...{ username, email: `${level}@example.test`, hash: await passwords.hash(PASSWORD) },
    ...{ firstName: '', lastName: '', fields: {}, agreement: null, locale: 'en' },
    ...{ created, confirmed: created, demonstration: false },
  });
  const { granted } = snapshot.accounts.levels.find(({ id }) => id === level)!;
  if (granted === 'by-operator')
    await store.grants.add({
      ...{ account: account!, level, scope: '', until: null, by: 'test', created },
    });
  const answer = await app.inject({
    ...{ method: 'POST', url: '/api/auth/login/' },
    payload: { username, password: PASSWORD },
  });
  if (answer.statusCode !== 200) throw new Error(`the login answered ${answer.statusCode}`);
  const cookies = [answer.headers['set-cookie'] ?? []].flat().map(cookieShape);
  return { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
}
