/** Checks of the policies, which can be run on any module. */
import type { Asker } from '../../../server/access/asker.ts';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Access, DatasetAccess } from 'atlas-engine';
import type { Taker } from '../mutants/unnoticed.ts';

export type Policies = typeof import('../../../server/access/policies.ts');

const levels = ['everyone', 'member', 'warden', 'elder'];

function accessOf(...datasets: DatasetAccess[]): Access {
  return {
    levels,
    datasets: new Map(datasets.map((dataset) => [dataset.dataset, dataset])),
    tiles: new Map([['all', datasets.map(({ dataset }) => dataset)]]),
    geojson: new Map(),
    wms: new Map(),
    tools: new Map(),
    files: new Map([
      ['data/relief.pmtiles', 0],
      ['icons/grave.svg', 2],
    ]),
  };
}

const graves: DatasetAccess = {
  dataset: 'graves',
  rank: { view: 2, analyse: 2, download: 3 },
  whenDenied: 'lock',
  whole: 'view',
  fields: [
    { name: 'name', rank: 2 },
    { name: 'clan', rank: 3 },
  ],
};
const shrines: DatasetAccess = { ...graves, dataset: 'shrines', whenDenied: 'hide' };
const wells: DatasetAccess = {
  dataset: 'wells',
  rank: { view: 0, analyse: 0, download: 1 },
  whenDenied: 'lock',
  whole: 'view',
  fields: [
    { name: 'name', rank: 0 },
    { name: 'owner', rank: 2 },
  ],
};
const access = accessOf(wells, graves, shrines);
const nobody = { rank: 0, scopes: '', account: false };
const account = (rank: number) => ({ rank, scopes: '', account: true });

/** Registers the checks of the policies. */
export function checkPolicies(
  { decide, decideField, decideFile, decideName, decideTool, mayBeKept, useOf }: Policies,
  { describe, it }: Taker,
): void {
  describe('rules that grants for places have opened', () => {
    const tools: Access['tools'] = new Map([['analyse', { rank: 1, whenDenied: 'lock' }]]);
    const files = new Map([
      ['open.png', 0],
      ['own.png', 1],
    ]);
    const opened: Access = { ...access, tools, files, scopes: 'valley' };
    const holder = { ...account(3), scopes: 'valley' };
    const unknown = { allow: false, status: 404 };
    const graves = { dataset: 'graves', use: 'view' } as const;

    it('are for the accounts with these grants', () => {
      expect(decide(opened, holder, graves)).toMatchObject({ allow: true });
      expect(decideTool(opened, holder, 'analyse')).toEqual({ allow: true });
      expect(decideFile(opened, holder, 'own.png')).toMatchObject({ allow: true });
      for (const other of [account(3), { ...account(3), scopes: 'hill' }, account(1)]) {
        expect(decide(opened, other, graves)).toEqual(unknown);
        expect(decideTool(opened, other, 'analyse')).toEqual(unknown);
        expect(decideFile(opened, other, 'own.png')).toEqual(unknown);
        expect(decideFile(opened, other, 'open.png')).toEqual(unknown);
      }
    });

    it('say what everyone may see', () => {
      expect(decideFile(opened, nobody, 'open.png')).toMatchObject({ allow: true });
      expect(decide(opened, nobody, graves)).toEqual({ allow: false, status: 401 });
    });

    it('are not needed for what is open everywhere', () => {
      expect(decide(access, holder, graves)).toMatchObject({ allow: true });
    });
  });

  describe('a tool', () => {
    const tools: Access['tools'] = new Map([
      ['analyse', { rank: 0, whenDenied: 'hide' }],
      ['download', { rank: 1, whenDenied: 'lock' }],
      ['explore', { rank: 2, whenDenied: 'hide' }],
    ]);
    const decided = (visitor: typeof nobody, id: Parameters<typeof decideTool>[2]) =>
      decideTool({ ...access, tools }, visitor, id);

    it('is open from its rank on', () => {
      expect(decided(nobody, 'analyse')).toEqual({ allow: true });
      expect(decided(account(1), 'download')).toEqual({ allow: true });
      expect(decided(account(2), 'download')).toEqual({ allow: true });
      expect(decided(account(2), 'explore')).toEqual({ allow: true });
    });

    it('that is locked gives 401 without and 403 with an account', () => {
      expect(decided(nobody, 'download')).toEqual({ allow: false, status: 401 });
      expect(decided(account(0), 'download')).toEqual({ allow: false, status: 403 });
    });

    it('that is hidden gives the same answer as one that the atlas does not have', () => {
      expect(decided(account(1), 'explore')).toEqual({ allow: false, status: 404 });
      expect(decided(account(1), 'import')).toEqual({ allow: false, status: 404 });
    });
  });

  describe('a dataset', () => {
    it('that is locked gives 401 without and 403 with an account', () => {
      const wanted = { dataset: 'graves', use: 'view' } as const;
      expect(decide(access, nobody, wanted)).toEqual({ allow: false, status: 401 });
      expect(decide(access, account(0), wanted)).toEqual({ allow: false, status: 403 });
      expect(decide(access, account(1), wanted)).toEqual({ allow: false, status: 403 });
    });

    it('that is hidden gives the same answer as one that does not exist', () => {
      for (const visitor of [nobody, account(1)]) {
        const hidden = decide(access, visitor, { dataset: 'shrines', use: 'view' });
        expect(hidden).toEqual(decide(access, visitor, { dataset: 'no-such', use: 'view' }));
        expect(hidden).toEqual({ allow: false, status: 404 });
      }
    });

    it('that may be viewed gives the reason against a download, even if it is hidden from others', () => {
      const wanted = { dataset: 'shrines', use: 'download' } as const;
      expect(decide(access, account(2), wanted)).toEqual({ allow: false, status: 403 });
      expect(decide(access, nobody, wanted)).toEqual({ allow: false, status: 404 });
      // A rank above that of viewing gets the same answer.
      const low = accessOf({ ...shrines, rank: { ...shrines.rank, view: 1, analyse: 1 } });
      expect(decide(low, account(2), wanted)).toEqual({ allow: false, status: 403 });
    });

    it('has the fields that the visitor may see and the highest rank they need', () => {
      const cutFor = (rank: number) =>
        decide(access, account(rank), { dataset: 'wells', use: 'view' });
      expect(cutFor(1)).toMatchObject({ fields: ['name'], rank: 0 });
      expect(cutFor(2)).toMatchObject({ fields: ['name', 'owner'], rank: 2 });
      expect(cutFor(3)).toMatchObject({ fields: ['name', 'owner'], rank: 2 });
    });

    it('gets the strictest rule for an unknown use', () => {
      expect(useOf(access, 'no-such', true)).toBe('download');
    });

    it('is denied for a rank that is not a number', () => {
      const broken = { rank: Number.NaN, scopes: '', account: true };
      expect(decide(access, broken, { dataset: 'wells', use: 'view' }).allow).toBe(false);
    });
  });

  describe('a name', () => {
    it('gives the datasets open to the visitor, each with its own cut', () => {
      const decision = decideName(access, nobody, { feed: 'tiles', name: 'all' });
      expect(decision).toMatchObject({ allow: true, cuts: [{ dataset: 'wells', rank: 0 }] });
      const elder = decideName(access, account(3), { feed: 'tiles', name: 'all' });
      expect(elder.allow && elder.cuts.map(({ rank }) => rank)).toEqual([2, 3, 3]);
    });

    it('of hidden datasets only is unknown, of hidden and locked ones locked', () => {
      const name = { feed: 'tiles', name: 'all' } as const;
      expect(decideName(accessOf(shrines), nobody, name)).toEqual({ allow: false, status: 404 });
      expect(decideName(accessOf(shrines, graves), nobody, name).allow).toBe(false);
      expect(decideName(accessOf(shrines, graves), nobody, name)).toMatchObject({ status: 401 });
    });

    it('requested as a whole needs the use set for the dataset, by default `view`', () => {
      const named = (whole: 'view' | 'download', asked: boolean) =>
        decideName(accessOf({ ...wells, whole }), nobody, {
          feed: 'tiles',
          name: 'all',
          whole: () => asked,
        }).allow;
      expect(named('download', true)).toBe(false);
      expect([named('download', false), named('view', true)]).toEqual([true, true]);
    });

    it('of another feed, or of an object, is unknown', () => {
      for (const name of ['wells', '__proto__', 'constructor', 'toString', '']) {
        expect(decideName(access, account(3), { feed: 'tiles', name })).toMatchObject({
          status: 404,
        });
      }
      expect(decideName(access, account(3), { feed: 'wms', name: 'all' })).toMatchObject({
        status: 404,
      });
    });
  });

  describe('a consent', () => {
    const springs: DatasetAccess = { ...wells, dataset: 'springs', revocable: true };
    const both = accessOf(wells, springs);
    const cut = (dataset: string, rank = 0) => ({ dataset, rank, fields: [] });

    it('that can end keeps answers out of caches, as a level does', () => {
      expect(mayBeKept(both, [])).toBe(true);
      expect(mayBeKept(both, [cut('wells')])).toBe(true);
      expect(mayBeKept(both, [cut('wells', 1)])).toBe(false);
      expect(mayBeKept(both, [cut('wells'), cut('springs')])).toBe(false);
      expect(decideField(both, nobody, { dataset: 'springs', field: 'name' })).toEqual({
        allow: true,
        rank: 0,
        revocable: true,
      });
    });

    it('without a use makes the use unknown to every level', () => {
      const rank = { view: 0, analyse: 0, download: Infinity };
      const seen = accessOf({ ...springs, rank });
      const ask = (asker: Asker, use: 'view' | 'download') =>
        decide(seen, asker, { dataset: 'springs', use });
      for (const asker of [nobody, account(3), account(Infinity)])
        expect(ask(asker, 'download')).toEqual({ allow: false, status: 404 });
      expect(ask(nobody, 'view').allow).toBe(true);
    });
  });

  describe('a field of photos', () => {
    it('needs its own rank, and is unknown below it', () => {
      const ask = (rank: number, field: string) =>
        decideField(access, account(rank), { dataset: 'wells', field });
      expect(ask(3, 'name')).toEqual({ allow: true, rank: 0 });
      expect(ask(0, 'name')).toEqual({ allow: true, rank: 0 });
      expect(ask(1, 'owner')).toEqual(ask(1, 'no-such'));
      expect(ask(1, 'owner')).toEqual({ allow: false, status: 404 });
      expect(ask(2, 'owner')).toEqual({ allow: true, rank: 2 });
    });

    it('of a dataset above the level of the visitor is denied like the dataset', () => {
      for (const dataset of ['graves', 'shrines', 'no-such'])
        expect(decideField(access, nobody, { dataset, field: 'name' })).toEqual(
          decide(access, nobody, { dataset, use: 'view' }),
        );
    });
  });

  describe('a file', () => {
    it('is served when the model names it, in that spelling', () => {
      const open = { allow: true, rank: 0 };
      expect(decideFile(access, nobody, 'data/relief.pmtiles')).toEqual(open);
      expect(decideFile(access, account(3), 'data/relief.pmtiles')).toEqual(open);
      for (const path of ['data/relief.pmtiles/', './data/relief.pmtiles', 'data', 'atlas.yaml']) {
        expect(decideFile(access, account(3), path)).toEqual({ allow: false, status: 404 });
      }
    });

    it('is unknown to visitors who do not see its group, even if it is listed with a lock', () => {
      const unknown = { allow: false, status: 404 };
      expect(decideFile(access, nobody, 'icons/grave.svg')).toEqual(unknown);
      expect(decideFile(access, account(1), 'icons/grave.svg')).toEqual(unknown);
      expect(decideFile(access, account(2), 'icons/grave.svg')).toEqual({ allow: true, rank: 2 });
    });
  });

  describe('laws', () => {
    const rank = fc.integer({ min: 0, max: 3 });
    const anyDataset: fc.Arbitrary<DatasetAccess> = fc.record({
      dataset: fc.constant('any'),
      rank: fc.record({ view: rank, analyse: rank, download: rank }),
      whenDenied: fc.constantFrom('lock', 'hide'),
      whole: fc.constantFrom('view', 'download'),
      fields: fc.array(fc.record({ name: fc.string(), rank }), { maxLength: 4 }),
    });
    const anyUse = fc.constantFrom('view', 'analyse', 'download');

    it('nothing above the rank of the visitor is given, and a higher rank never gets less', () => {
      fc.assert(
        fc.property(anyDataset, anyUse, rank, (dataset, use, at) => {
          const wanted = { dataset: 'any', use } as const;
          const decision = decide(accessOf(dataset), account(at), wanted);
          const higher = decide(accessOf(dataset), account(Math.min(3, at + 1)), wanted);
          if (!decision.allow) return;
          expect(dataset.rank.view).toBeLessThanOrEqual(at);
          expect(dataset.rank[use as 'view']).toBeLessThanOrEqual(at);
          expect(decision.rank).toBeLessThanOrEqual(at);
          const open = dataset.fields.filter((field) => field.rank <= at).map(({ name }) => name);
          expect(decision.fields).toEqual(open);
          expect(higher.allow && higher.fields).toEqual(expect.arrayContaining(open));
        }),
        { seed: 20_260_101, numRuns: 500 },
      );
    });

    it('visitors with the same rank of the cut receive the same fields', () => {
      fc.assert(
        fc.property(anyDataset, rank, rank, (dataset, one, other) => {
          const cutFor = (at: number) =>
            decide(accessOf(dataset), account(at), { dataset: 'any', use: 'view' });
          const [a, b] = [cutFor(one), cutFor(other)];
          if (a.allow && b.allow && a.rank === b.rank) expect(a.fields).toEqual(b.fields);
        }),
        { seed: 20_260_102, numRuns: 500 },
      );
    });
  });
}
