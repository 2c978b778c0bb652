import { LRUCache } from 'lru-cache';
import { describe, expect, it } from 'vitest';
import { isUsable } from '../../../server/accounts/accounts.ts';
import * as credentials from '../../../server/accounts/credentials.ts';
import * as secrets from '../../../server/accounts/secrets.ts';
import * as reader from '../../../server/accounts/session-reader.ts';
import { refusal } from '../../../server/routes/accounts/account-route.ts';
import * as calls from '../../../server/routes/accounts/check-call.ts';
import { moduleText, unnoticedMutants, type Taker } from '../mutants/unnoticed.ts';
import { checkCalls, checkCredentials, checkReader } from './session-checks.ts';

checkCredentials(credentials, { describe, it });
checkCalls(calls, { describe, it });
checkReader(reader, { describe, it });

const GIVEN = {
  'lru-cache': { LRUCache },
  './secrets.ts': { ...secrets },
  './account-route.ts': { refusal },
  '../../accounts/accounts.ts': { isUsable },
  '../../accounts/credentials.ts': { ...credentials },
  '../../accounts/secrets.ts': { ...secrets },
};

/**
 * Changes without an effect: `undefined` does not match the scheme either, `clearInterval` accepts null,
 * and nothing reads the value of a failure that is ignored.
 */
const WITHOUT_EFFECT: readonly string[] = [
  './credentials.ts 23: if ( -> if (false && : if (false && authorization === undefined || !TOKEN_SCHEME.test(authorization)) return null;',
  './credentials.ts 23: if ( -> if (!: if (!authorization === undefined || !TOKEN_SCHEME.test(authorization)) return null;',
  './credentials.ts 35: if ( -> if (!: if (!authorization !== undefined && TOKEN_SCHEME.test(authorization)) {',
  './session-reader.ts 44: if ( -> if (true || : if (true || this.#timer) clearInterval(this.#timer);',
  './session-reader.ts 39: =>  -> => true || : this.#checkOnce().catch(() => true || undefined);',
  './session-reader.ts 39: =>  -> => false && : this.#checkOnce().catch(() => false && undefined);',
  './session-reader.ts 127: =>  -> => true || : this.#store.sessions.setSeen(session.id, now).catch(() => true || undefined);',
  './session-reader.ts 127: =>  -> => false && : this.#store.sessions.setSeen(session.id, now).catch(() => false && undefined);',
];

describe('the checks of sessions', () => {
  const unnoticedIn = async <Module>(
    path: string,
    check: (module: Module, taker: Taker) => void,
  ) => {
    const { count, unnoticed } = await unnoticedMutants([await moduleText(path)], check, GIVEN);
    return { count, unnoticed: unnoticed.filter((one) => !WITHOUT_EFFECT.includes(one)) };
  };

  it('notice every change of what a request presents', async () => {
    const path = 'server/accounts/credentials.ts';
    const { count, unnoticed } = await unnoticedIn(path, checkCredentials);
    expect([count, unnoticed]).toEqual([count, []]);
    expect(count).toBeGreaterThan(20);
  });

  it('notice every change of the check of the origin and of the CSRF token', async () => {
    const path = 'server/routes/accounts/check-call.ts';
    const { count, unnoticed } = await unnoticedIn(path, checkCalls);
    expect([count, unnoticed]).toEqual([count, []]);
    expect(count).toBeGreaterThan(30);
  });

  it('notice every change of the reader of sessions', async () => {
    const path = 'server/accounts/session-reader.ts';
    const { count, unnoticed } = await unnoticedIn(path, checkReader);
    expect([count, unnoticed]).toEqual([count, []]);
    expect(count).toBeGreaterThan(40);
  });
});
