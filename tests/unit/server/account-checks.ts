/** Checks of what accounts may do and how often, which can be run on any module. */
import { expect } from 'vitest';
import type { Account, Grant } from '../../../server/accounts/account.ts';
import type { Taker } from '../mutants/unnoticed.ts';

export type Ranks = typeof import('../../../server/accounts/ranks.ts');
export type Attempts = typeof import('../../../server/accounts/attempts.ts');
export type Requests = typeof import('../../../server/http/request-limits.ts');

const name = {};
const RULES = {
  levels: [
    { id: 'everyone', name, granted: null },
    { id: 'member', name, granted: 'on-confirmation' },
    { id: 'warden', name, granted: 'by-operator' },
    { id: 'elder', name, granted: 'by-operator' },
  ],
  roles: ['operator', 'auditor'],
} as const;
const NOW = 1_000;

const account = (changes: Partial<Account> = {}): Account => ({
  id: 1,
  email: '',
  username: '',
  hash: '',
  firstName: '',
  lastName: '',
  fields: {},
  agreement: null,
  locale: 'en',
  created: 1,
  confirmed: 1,
  demonstration: false,
  suspended: null,
  ...changes,
});

const grant = (level: string, changes: Partial<Grant> = {}): Grant => ({
  id: 1,
  account: 1,
  level,
  scope: '',
  until: null,
  by: '',
  created: 1,
  ...changes,
});

/** Registers the checks of levels and roles at a time. */
export function checkRanks(
  { rankAt, sightAt, sightsAt, visitorAt, groupsAt, isOperator, highest }: Ranks,
  { describe, it }: Taker,
): void {
  const rankOf = (grants: readonly Grant[], changes: Partial<Account> = {}): number =>
    rankAt({ account: account(changes), grants }, RULES, NOW);

  describe('the level of an account', () => {
    it('is that of everyone until the address is confirmed', () => {
      expect(rankOf([grant('elder')], { confirmed: null })).toBe(0);
    });

    it('is that of a confirmed address without a grant', () => {
      expect(rankOf([])).toBe(1);
      expect(rankAt({ account: account(), grants: [] }, { levels: [RULES.levels[0]] }, NOW)).toBe(
        0,
      );
    });

    it('is the highest that was granted', () => {
      expect(rankOf([grant('warden')])).toBe(2);
      expect(rankOf([grant('elder')])).toBe(3);
      expect(rankOf([grant('elder'), grant('warden')])).toBe(3);
    });

    it('is not that of a role, or of a level that does not exist', () => {
      expect(rankOf([grant('operator'), grant('no-such'), grant('')])).toBe(1);
    });

    it('ends after the moment of the grant, not at it', () => {
      expect(rankOf([grant('elder', { until: NOW })])).toBe(3);
      expect(rankOf([grant('elder', { until: NOW - 1 })])).toBe(1);
      expect(rankOf([grant('elder', { until: NOW + 1 })])).toBe(3);
      expect(rankOf([grant('elder', { until: 0 })])).toBe(1);
      expect(rankOf([grant('elder', { until: NOW - 1 }), grant('warden')])).toBe(2);
    });

    it('ends with a suspension, also one at the time 0', () => {
      expect(rankOf([grant('elder')], { suspended: NOW - 1 })).toBe(0);
      expect(rankOf([grant('elder')], { suspended: 0 })).toBe(0);
      expect(rankOf([], { suspended: NOW })).toBe(0);
    });

    it('is not raised by a grant for a part of the area', () => {
      expect(rankOf([grant('elder', { scope: 'province-1' })])).toBe(1);
    });
  });

  describe('what an account may see', () => {
    const here = 'dataset:ponds';
    const sightOf = (grants: readonly Grant[], changes: Partial<Account> = {}) =>
      sightAt({ account: account(changes), grants }, RULES, NOW);

    it('has the levels in places that are higher than the one everywhere, until they end', () => {
      const scoped = [{ level: 'elder', scope: here }];
      expect(sightOf([grant('elder', { scope: here })])).toEqual({ everywhere: 'member', scoped });
      expect(sightOf([grant('elder', { scope: here, until: NOW })]).scoped).toEqual(scoped);
      expect(sightOf([grant('elder', { scope: here, until: NOW - 1 })]).scoped).toEqual([]);
      expect(sightOf([grant('warden'), grant('elder', { scope: here })])).toEqual({
        everywhere: 'warden',
        scoped,
      });
      expect(sightOf([grant('warden'), grant('warden', { scope: here })]).scoped).toEqual([]);
      expect(sightOf([grant('elder'), grant('warden', { scope: here })])).toEqual({
        everywhere: 'elder',
        scoped: [],
      });
      expect(sightOf([grant('operator', { scope: here })]).scoped).toEqual([]);
    });

    it('has no level in a place without one above that of everyone', () => {
      const grants = [grant('elder', { scope: here })];
      expect(sightOf(grants, { suspended: 0 })).toEqual({ everywhere: 'everyone', scoped: [] });
      expect(sightOf(grants, { confirmed: null }).scoped).toEqual([]);
    });

    it('is listed once for all accounts, without those that are gone', async () => {
      const rows: readonly Grant[] = [
        grant('elder', { account: 1, scope: here }),
        grant('elder', { account: 2, scope: here }),
        grant('elder', { account: 3 }),
        grant('warden', { account: 4, scope: here }),
        grant('elder', { account: 5, scope: 'dataset:wells', until: NOW - 1 }),
        grant('elder', { account: 9, scope: 'dataset:gone' }),
      ];
      const asked: number[] = [];
      const tables = {
        grants: { all: async () => rows },
        accounts: {
          byId: async (id: number) => {
            asked.push(id);
            return id === 9 ? null : { ...account(), id };
          },
        },
      } as unknown as Parameters<Ranks['sightsAt']>[0];
      const sights = await sightsAt(tables, RULES, NOW);
      expect(new Set(sights.map(({ scoped }) => JSON.stringify(scoped)))).toEqual(
        new Set([
          JSON.stringify([{ level: 'elder', scope: here }]),
          JSON.stringify([{ level: 'warden', scope: here }]),
        ]),
      );
      expect(sights).toHaveLength(2);
      expect(asked).toEqual([1, 2, 4, 5, 9]);
      const hashes = sights.map((sight) => visitorHash(sight.scoped[0]!.level));
      expect(hashes).toEqual([...hashes].sort());
    });

    const visitorHash = (level: string): string =>
      visitorAt({ account: account(), grants: [grant(level, { scope: here })] }, RULES, NOW).scopes;

    it('makes the visitor', () => {
      const holder = { account: account(), grants: [grant('operator'), grant('elder')] };
      expect(visitorAt(holder, RULES, NOW)).toEqual({
        rank: 3,
        scopes: '',
        account: true,
        accountId: holder.account.id,
        operator: true,
      });
      const visitor = visitorAt({ ...holder, grants: [] }, RULES, NOW);
      expect(visitor).toEqual({ rank: 1, scopes: '', account: true, accountId: holder.account.id });
      expect(visitorHash('elder')).not.toBe('');
      expect(visitorHash('elder')).not.toBe(visitorHash('warden'));
    });
  });

  describe('the groups of an account', () => {
    const groupsOf = (...grants: Grant[]) => groupsAt(grants, RULES, NOW);

    it('are the granted levels and roles, lowest first, without the first level', () => {
      expect(groupsOf(grant('operator'), grant('elder'), grant('warden'))).toEqual([
        'warden',
        'elder',
        'operator',
      ]);
      expect(groupsOf(grant('everyone'), grant('no-such'))).toEqual([]);
      expect(groupsOf(grant('member'))).toEqual(['member']);
    });

    it('end with their grant', () => {
      expect(groupsOf(grant('elder', { until: NOW - 1 }))).toEqual([]);
      expect(groupsOf(grant('elder', { until: NOW }))).toEqual(['elder']);
      expect(groupsOf(grant('elder', { scope: 'x' }))).toEqual([]);
    });
  });

  describe('an operator', () => {
    it('has one of the roles at this time', () => {
      expect(isOperator([grant('operator')], RULES, NOW)).toBe(true);
      expect(isOperator([grant('warden'), grant('auditor')], RULES, NOW)).toBe(true);
      expect(isOperator([grant('operator', { until: NOW })], RULES, NOW)).toBe(true);
      expect(isOperator([grant('operator', { until: NOW - 1 })], RULES, NOW)).toBe(false);
      expect(isOperator([grant('operator', { scope: 'x' })], RULES, NOW)).toBe(false);
    });

    it('is nobody with levels only, or without grants', () => {
      expect(isOperator([grant('elder')], RULES, NOW)).toBe(false);
      expect(isOperator([], RULES, NOW)).toBe(false);
      expect(isOperator([grant('operator')], { ...RULES, roles: [] }, NOW)).toBe(false);
    });
  });

  describe('the highest level that operators grant', () => {
    it('is the last of them, or empty', () => {
      expect(highest(RULES)).toBe('elder');
      expect(highest({ levels: RULES.levels.slice(0, 2) })).toBe('');
      expect(highest({ levels: RULES.levels.slice(0, 3) })).toBe('warden');
    });
  });
}

/** Registers the checks of the limit on guesses. */
export function checkAttempts({ AttemptLimit }: Attempts, { describe, it }: Taker): void {
  const make = () => new AttemptLimit({ free: 3, delay: 10, memory: 100 });
  const fail = (limit: ReturnType<typeof make>, times: number, now: number): void => {
    for (let each = 0; each < times; each++) limit.count('a', now);
  };

  describe('guesses', () => {
    it('are free at first, then wait for a delay that doubles up to the longest', () => {
      const limit = make();
      expect([limit.wait('a', 0), limit.wait('a', 1_000)]).toEqual([0, 0]);
      fail(limit, 2, 1_000);
      expect(limit.wait('a', 1_000)).toBe(0);
      const waits = [];
      for (let each = 0; each < 6; each++) {
        fail(limit, 1, 1_000);
        waits.push(limit.wait('a', 1_000));
      }
      expect(waits).toEqual([10, 20, 40, 80, 100, 100]);
      expect(limit.wait('a', 1_060)).toBe(40);
      expect(limit.wait('a', 1_100)).toBe(0);
      expect(limit.wait('a', 1_101)).toBe(0);
      expect(limit.wait('b', 1_000)).toBe(0);
    });

    it('are forgotten after their memory, and not before', () => {
      const limit = make();
      fail(limit, 3, 1_000);
      fail(limit, 1, 1_109);
      expect(limit.wait('a', 1_109)).toBe(20);
      const other = make();
      fail(other, 3, 1_000);
      fail(other, 1, 1_110);
      expect(other.wait('a', 1_110)).toBe(0);
    });

    it('before a success still count, and the success does not', () => {
      const limit = make();
      fail(limit, 2, 1_000);
      for (let each = 0; each < 5; each++) {
        limit.count('a', 1_001);
        limit.forgive('a', 1_001);
        expect(limit.wait('a', 1_001)).toBe(0);
      }
      limit.count('a', 1_001);
      expect(limit.wait('a', 1_001)).toBe(10);
      const fresh = make();
      fresh.forgive('a', 1_000);
      fail(fresh, 2, 1_000);
      expect(fresh.wait('a', 1_000)).toBe(0);
      fail(fresh, 1, 1_000);
      expect(fresh.wait('a', 1_000)).toBe(10);
    });

    it('are forgotten when they are cleared', () => {
      const limit = make();
      fail(limit, 5, 1_000);
      limit.clear('a');
      expect(limit.wait('a', 1_000)).toBe(0);
      fail(limit, 2, 1_000);
      expect(limit.wait('a', 1_000)).toBe(0);
    });
  });
}

/** Registers the checks of the limit on requests. */
export function checkRequests(
  { RequestLimit, clientOf, retryAfter }: Requests,
  { describe, it }: Taker,
): void {
  describe('requests', () => {
    it('are accepted up to the limit of a period, for each client', () => {
      const limit = new RequestLimit({ most: 2, period: 100 });
      expect([limit.take('a', 1_000), limit.take('a', 1_010), limit.take('a', 1_040)]).toEqual([
        0, 0, 60,
      ]);
      expect(limit.take('b', 1_040)).toBe(0);
      expect(limit.take('a', 1_099)).toBe(1);
      expect([limit.take('a', 1_100), limit.take('a', 1_100), limit.take('a', 1_100)]).toEqual([
        0, 0, 100,
      ]);
    });

    it('of a network of IPv6 are those of one client', () => {
      expect(clientOf('2001:DB8:1:2:3:4:5:6')).toBe('2001:db8:1:2');
      expect(clientOf('2001:db8:1:2::9')).toBe('2001:db8:1:2');
      expect(clientOf('2001:db8::9')).toBe('2001:db8:0:0');
      expect(clientOf('::1')).toBe('0:0:0:0');
      expect(clientOf('2001:db8:1:2:3:4:5::')).toBe('2001:db8:1:2');
      expect(clientOf('::2:3:4:5:6:7:8')).toBe('0:2:3:4');
    });

    it('of IPv4 are those of one address, also in the form of IPv6', () => {
      expect(clientOf('192.0.2.7')).toBe('192.0.2.7');
      expect(clientOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
      expect(clientOf('unknown')).toBe('unknown');
    });

    it('that come too early have to wait for whole seconds', () => {
      expect([retryAfter(0), retryAfter(1), retryAfter(1_000), retryAfter(1_001)]).toEqual([
        '1',
        '1',
        '1',
        '2',
      ]);
    });
  });
}
