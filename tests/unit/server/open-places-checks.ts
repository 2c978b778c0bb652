/** Checks of where grants open more of a dataset, which can be run on any module. */
import { expect } from 'vitest';
import type { AtlasModel, Dataset } from 'atlas-engine';
import { keyOfScope, scopeText, type Scope } from '../../../server/access/scope.ts';
import type { PackedGeometry } from '../../../server/geometry/packed.ts';
import type { OpenPlace } from '../../../server/load/load-excerpt.ts';
import type { Taker } from '../mutants/unnoticed.ts';

export type OpenPlaces = typeof import('../../../server/snapshot/open-places.ts');

const [EVERYONE, MEMBER, WARDEN, ELDER] = [0, 1, 2, 3];
const model = {
  levels: ['everyone', 'member', 'warden', 'elder'].map((id, rank) => ({ id, rank })),
  projects: [
    { id: 'coast', permission: { rank: EVERYONE } },
    { id: 'valley', permission: { rank: WARDEN } },
    { id: 'hill', permission: { rank: ELDER } },
  ],
} as unknown as AtlasModel;

/** A dataset with the ranks of its uses and fields. */
const dataset = (
  [view, analyse, download]: readonly [number, number, number],
  fields: readonly number[] = [],
  more: object = {},
): Dataset =>
  ({
    id: 'lands',
    permission: { view: { rank: view }, analyse: { rank: analyse }, download: { rank: download } },
    fields: new Map(fields.map((rank, i) => [`f${i}`, { permission: { rank } }])),
    ...more,
  }) as unknown as Dataset;

const area: Scope = {
  kind: 'area',
  area: { type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [0, 0]]] }, // prettier-ignore
};
const valley: Scope = { kind: 'project', project: 'valley' };
const shape = { kind: 'polygon' } as PackedGeometry;
const areas = new Map([['valley', shape]]);

const everywhere = (rank: number): OpenPlace => ({ rank, area: null });
const inside = (rank: number, key = 'a'): OpenPlace => ({ rank, area: shape, key });
const whole = (rank: number): OpenPlace => ({ rank, area: null, key: 'd' });

/** Registers the checks. */
export function checkOpenPlaces(
  { grantOf, limitsOf, openProjects, packed, placeOf, placesFor }: OpenPlaces,
  { describe, it }: Taker,
): void {
  describe('a grant in a place', () => {
    it('has the rank of its level and its scope, if the atlas knows the level', () => {
      const text = scopeText(valley);
      const grant = { key: keyOfScope(text), rank: WARDEN, scope: valley };
      expect(grantOf({ level: 'warden', scope: text }, model)).toEqual(grant);
      expect(grantOf({ level: 'member', scope: text }, model)?.rank).toBe(MEMBER);
      for (const level of ['everyone', 'chief'])
        expect(grantOf({ level, scope: text }, model)).toBeNull();
      expect(grantOf({ level: 'warden', scope: 'village lup' }, model)).toBeNull();
      expect(grantOf({ level: 'warden', scope: '' }, model)).toBeNull();
    });

    it('is in a project, in an area, or in a dataset with its copies', () => {
      const at = (scope: Scope, of = dataset([0, 0, 0])) =>
        placeOf({ key: 'k', rank: ELDER, scope }, of, areas);
      expect(at(valley)).toEqual({ key: 'k', rank: ELDER, area: shape });
      expect(at({ kind: 'project', project: 'coast' })).toBeNull();
      expect(at(area)?.area).toEqual(packed((area as { area: object }).area));
      expect(at(area)?.area?.kind).toBe('polygon');
      expect(at({ ...area, area: { type: 'Polygon', coordinates: [] } } as Scope)).toBeNull();
      expect(packed({ type: 'Point', coordinates: [0, 0] })).toBeNull();
      const lands: Scope = { kind: 'dataset', dataset: 'lands' };
      expect(at(lands)).toEqual({ key: 'k', rank: ELDER, area: null });
      const copy = dataset([0, 0, 0], [], { id: 'lands@valley', within: { of: 'lands' } });
      expect(at(lands, copy)).toEqual({ key: 'k', rank: ELDER, area: null });
      expect(at({ kind: 'dataset', dataset: 'graves' }, copy)).toBeNull();
    });

    it('opens its own project, as what is held everywhere opens all', () => {
      const open = (rank: number, ...granted: { rank: number; scope: Scope }[]) => {
        const all = granted.map((one) => ({ ...one, key: 'k' }));
        const { projects, isMore } = openProjects(model, { everywhere: rank, granted: all });
        return [[...projects], isMore];
      };
      expect(open(MEMBER)).toEqual([['coast'], false]);
      expect(open(WARDEN)).toEqual([['coast', 'valley'], false]);
      expect(open(MEMBER, { rank: WARDEN, scope: valley })).toEqual([['coast', 'valley'], true]);
      expect(open(MEMBER, { rank: ELDER, scope: valley })).toEqual([['coast', 'valley'], true]);
      expect(open(EVERYONE, { rank: MEMBER, scope: valley })).toEqual([['coast'], false]);
      expect(open(MEMBER, { rank: ELDER, scope: area })).toEqual([['coast'], false]);
      const hill: Scope = { kind: 'project', project: 'hill' };
      expect(open(MEMBER, { rank: WARDEN, scope: hill })).toEqual([['coast'], false]);
    });
  });

  describe('the places for a use', () => {
    const lands = dataset([WARDEN, WARDEN, ELDER], [WARDEN, ELDER]);
    const places = (
      use: 'view' | 'analyse' | 'download',
      all: readonly [OpenPlace, ...OpenPlace[]],
      of = lands,
    ) => placesFor(of, use, all);

    it('are none where grants open no more than is open everywhere', () => {
      expect(places('view', [everywhere(MEMBER)])).toBeUndefined();
      expect(places('view', [everywhere(ELDER)])).toBeUndefined();
      expect(places('view', [everywhere(WARDEN), inside(WARDEN)])).toBeUndefined();
      expect(places('view', [everywhere(MEMBER), inside(MEMBER)])).toBeUndefined();
      expect(places('view', [everywhere(ELDER), inside(ELDER), whole(ELDER)])).toBeUndefined();
      expect(places('view', [everywhere(WARDEN), whole(WARDEN)])).toBeUndefined();
    });

    it('need the level of the use and that to view', () => {
      expect(places('download', [everywhere(MEMBER), inside(WARDEN)])).toBeUndefined();
      expect(places('download', [everywhere(MEMBER), inside(ELDER)])).toEqual([inside(ELDER)]);
      const odd = dataset([ELDER, MEMBER, MEMBER]);
      expect(places('analyse', [everywhere(MEMBER), inside(WARDEN)], odd)).toBeUndefined();
      expect(places('analyse', [everywhere(MEMBER), inside(ELDER)], odd)).toEqual([inside(ELDER)]);
    });

    it('are the areas, if nothing is open everywhere', () => {
      const both = [inside(WARDEN, 'a'), inside(ELDER, 'b')] as const;
      expect(places('view', [everywhere(MEMBER), ...both])).toEqual(both);
      expect(places('view', [everywhere(MEMBER), inside(MEMBER), both[0]])).toEqual([both[0]]);
    });

    it('begin with the whole dataset where it is open, and have areas with more fields', () => {
      const all = [everywhere(MEMBER), whole(WARDEN), inside(WARDEN), inside(ELDER, 'b')] as const;
      expect(places('view', all)).toEqual([everywhere(WARDEN), inside(ELDER, 'b')]);
      expect(places('view', [everywhere(WARDEN), inside(ELDER)])).toEqual([
        everywhere(WARDEN),
        inside(ELDER),
      ]);
      expect(places('view', [everywhere(MEMBER), whole(ELDER)])).toEqual([everywhere(ELDER)]);
      expect(places('view', [everywhere(WARDEN), whole(ELDER)])).toEqual([everywhere(ELDER)]);
      // A higher level sees no more of a dataset without stricter fields.
      const plain = dataset([WARDEN, WARDEN, WARDEN], [WARDEN]);
      expect(places('view', [everywhere(WARDEN), whole(ELDER)], plain)).toBeUndefined();
      expect(places('view', [everywhere(WARDEN), inside(ELDER)], plain)).toBeUndefined();
      const open = dataset([EVERYONE, EVERYONE, EVERYONE], [EVERYONE, ELDER]);
      expect(places('view', [everywhere(EVERYONE), inside(ELDER)], open)).toEqual([
        everywhere(EVERYONE),
        inside(ELDER),
      ]);
    });

    it('limit what is seen if none of them is the whole dataset', () => {
      expect(limitsOf()).toBeUndefined();
      expect(limitsOf([])).toBeUndefined();
      expect(limitsOf([everywhere(WARDEN), inside(ELDER)])).toBeUndefined();
      expect(limitsOf([inside(WARDEN, 'a'), inside(ELDER, 'b')])).toEqual(['a', 'b']);
      expect(limitsOf([{ rank: WARDEN, area: shape }])).toEqual([]);
    });
  });
}
