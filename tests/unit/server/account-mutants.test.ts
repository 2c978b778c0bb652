import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { describe, expect, it } from 'vitest';
import * as attempts from '../../../server/accounts/attempts.ts';
import * as ranks from '../../../server/accounts/ranks.ts';
import * as scope from '../../../server/access/scope.ts';
import * as sight from '../../../server/access/sight.ts';
import * as requests from '../../../server/http/request-limits.ts';
import { moduleText, unnoticedMutants, type Taker } from '../mutants/unnoticed.ts';
import { checkAttempts, checkRanks, checkRequests } from './account-checks.ts';

checkRanks(ranks, { describe, it });
checkAttempts(attempts, { describe, it });
checkRequests(requests, { describe, it });

const GIVEN = {
  'lru-cache': { LRUCache },
  'node:net': { isIP },
  '../access/scope.ts': { ...scope },
  '../access/sight.ts': { ...sight },
};

/** Changes without an effect: counts grow by one, and the network is in the first four groups. */
const WITHOUT_EFFECT: readonly string[] = [
  './request-limits.ts 20: >= -> ===: if (current.count === most) return current.start + period - now;',
  './request-limits.ts 38: 0 -> 1: const zeros = Array(Math.max(1, 8 - groups.length - after.length)).fill("0");',
  './request-limits.ts 37: =>  -> => true || : const after = tail === undefined ? [] : tail.split(":").filter((group) => true || group !== "");',
];

describe('the checks of accounts', () => {
  const unnoticedIn = async <Module>(
    path: string,
    check: (module: Module, taker: Taker) => void,
  ) => {
    const { count, unnoticed } = await unnoticedMutants([await moduleText(path)], check, GIVEN);
    return { count, unnoticed: unnoticed.filter((one) => !WITHOUT_EFFECT.includes(one)) };
  };

  it('notice every change of the rules for levels, ends of grants, suspensions and operators', async () => {
    const { count, unnoticed } = await unnoticedIn('server/accounts/ranks.ts', checkRanks);
    expect(unnoticed).toEqual([]);
    expect(count).toBeGreaterThan(30);
  });

  it('notice every change of the limits on guesses', async () => {
    const { count, unnoticed } = await unnoticedIn('server/accounts/attempts.ts', checkAttempts);
    expect(unnoticed).toEqual([]);
    expect(count).toBeGreaterThan(10);
  });

  it('notice every change of the limits on requests', async () => {
    const { count, unnoticed } = await unnoticedIn('server/http/request-limits.ts', checkRequests);
    expect(unnoticed).toEqual([]);
    expect(count).toBeGreaterThan(25);
  });
});
