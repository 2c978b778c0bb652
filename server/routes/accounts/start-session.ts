/** Starts sessions, one for each device. */
import type { FastifyRequest } from 'fastify';
import type { AccountTables } from '../../accounts/account-store.ts';
import { hashSecret, randomSecret, randomToken } from '../../accounts/secrets.ts';
import { networkOf } from '../../http/network-of.ts';
import { SESSION_SECONDS } from './cookies.ts';

/** The secrets of a new session. Only the client has them; the database has their hashes. */
export interface NewSecrets {
  /** The value of the cookie. */
  readonly cookie: string;
  /** The key for `Authorization: Token`. */
  readonly key: string;
}

/** Starts a session of an account at a time. */
export async function startSession(
  { sessions }: Pick<AccountTables, 'sessions'>,
  {
    account,
    request,
    now,
  }: {
    readonly account: number;
    readonly request: FastifyRequest;
    readonly now: number;
  },
): Promise<NewSecrets> {
  const secrets = { cookie: randomSecret(), key: randomToken() };
  await sessions.add({
    account,
    cookie: hashSecret(secrets.cookie),
    key: hashSecret(secrets.key),
    created: now,
    seen: now,
    expires: now + SESSION_SECONDS * 1_000,
    device: deviceOf(request.headers['user-agent']),
    network: networkOf(request.ip),
  });
  return secrets;
}

const BROWSERS = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari', 'curl'] as const;
const BROWSER_NAMES: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera' };
const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS X', 'Linux'] as const;
const SYSTEM_NAMES: Readonly<Record<string, string>> = { 'Mac OS X': 'macOS' };

/** Returns browser and system, such as `Firefox, Windows`; empty if neither is known. */
function deviceOf(userAgent = ''): string {
  const browser = BROWSERS.find((name) => userAgent.includes(`${name}/`));
  const system = SYSTEMS.find((name) => userAgent.includes(name));
  const names = [
    browser && (BROWSER_NAMES[browser] ?? browser),
    system && (SYSTEM_NAMES[system] ?? system),
  ];
  return names.filter((name) => name !== undefined).join(', ');
}
