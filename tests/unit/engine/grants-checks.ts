/** Checks of what grants in places open of a model. */
import { expect } from 'vitest';
import type { AtlasModel, Group, Opened, OpenedDataset } from 'atlas-engine';
import { buildModel } from '../../build-atlas.ts';
import type { Taker } from '../mutants/unnoticed.ts';

export type ApplyGrants = typeof import('../../../engine/model/apply-grants.ts');

const YAML = `
region:
  bounds: [8, -4, 20, 6]
  countries: [{ id: ara, name: { all: Arandel } }]
permissions:
  levels:
    - { id: everyone, name: { all: Everyone } }
    - { id: member, name: { all: Member }, granted: on-confirmation }
    - { id: warden, name: { all: Warden }, granted: by-operator }
    - { id: elder, name: { all: Elder }, granted: by-operator }
tools:
  analyse: { permission: warden, timeout: 20 s }
  download: { permission: elder, max-area: 900000 km2 }
  explore: { permission: warden, areas: sectors }
datasets:
  - id: sectors
    geometry: polygon
    permission: warden
    load: { file: data/a.geojson }
    fields: { name: { type: text } }
    feeds: { geojson: sectors }
  - id: lands
    geometry: polygon
    permission: { view: warden, analyse: warden, download: elder }
    load: { file: data/a.geojson }
    fields: { name: { type: text }, oath: { type: text, permission: elder } }
    feeds: { tiles: true, analysis: true, download: true }
  - id: graves
    geometry: point
    permission: elder
    load: { file: data/a.geojson }
    fields: { name: { type: text } }
    feeds: { tiles: true }
  - id: wells
    geometry: point
    permission: everyone
    load: { file: data/a.geojson }
    fields: { name: { type: text } }
    feeds: { tiles: true }
groups:
  - { id: lands, name: { all: Lands }, category: things, sublayers: [{ id: area, type: fill, source: lands }] }
  - { id: graves, name: { all: Graves }, category: things, sublayers: [{ id: dot, type: circle, source: graves }] }
  - { id: oaths, name: { all: Oaths }, category: things, sublayers: [{ id: area, type: fill, source: lands, where: { oath: sworn } }] }
  - { id: mixed, name: { all: Mixed }, category: things, permission: elder, sublayers: [{ id: area, type: fill, source: lands }, { id: dot, type: circle, source: graves }, { id: well, type: circle, source: wells }] }
  - { id: wells, name: { all: Wells }, category: things, sublayers: [{ id: dot, type: circle, source: wells }] }
projects:
  - { id: valley, name: { all: Valley }, texts: [{ all: A valley }], permission: warden, extent: [9, 0, 10, 1], clip: [lands], groups: [lands] }
  - { id: hill, name: { all: Hill }, texts: [{ all: A hill }], permission: elder, extent: [9, 0, 10, 1], groups: [wells] }
`;

const BUILT = buildModel(YAML);
/** The atlas, with a source in `mixed` other than a dataset. */
const MODEL: AtlasModel = {
  ...BUILT,
  groups: BUILT.groups.map((group) => {
    const [first] = group.sublayers;
    const hill = { ...first!, id: 'hill', source: { kind: 'raster' } as never };
    return group.id === 'mixed' ? { ...group, sublayers: [...group.sublayers, hill] } : group;
  }),
};
const MEMBER = 1;
const WARDEN = 2;
const ELDER = 3;

const part = (
  rank: number,
  uses: readonly ('view' | 'analyse' | 'download')[] = ['view'],
  places?: readonly string[],
): OpenedDataset => ({ rank, uses: new Set(uses), ...(places && { places }) });

const opening = (datasets: Record<string, OpenedDataset>, more: Partial<Opened> = {}): Opened => ({
  everywhere: MEMBER,
  datasets: new Map(Object.entries(datasets)),
  projects: new Set(),
  anywhere: WARDEN,
  ...more,
});

/** Registers the checks. */
export function checkGrants(
  { applyGrants, openedDataset, isEmptied }: ApplyGrants,
  { describe, it }: Taker,
): void {
  const groupIn = (model: AtlasModel, id: string): Group =>
    model.groups.find((group) => group.id === id)!;
  /** The level of a group, and its sublayers. */
  const seen = (model: AtlasModel, id: string): string => {
    const { permission, sublayers } = groupIn(model, id);
    return `${permission.id}: ${sublayers.map((one) => one.id).join(' ')}`;
  };
  const levelsOf = (model: AtlasModel, id: string): readonly string[] => {
    const { permission, fields } = model.datasets.get(id)!;
    const { view, analyse, download } = permission;
    const ofFields = [...fields].map(([name, field]) => `${name} ${field.permission.id}`);
    return [view.id, analyse.id, download.id, ...ofFields];
  };

  describe('grants in places', () => {
    it('open the uses and fields that they reach, of their datasets only', () => {
      const model = applyGrants(MODEL, opening({ lands: part(WARDEN, ['view']) }));
      expect(levelsOf(model, 'lands')).toEqual(['member', 'warden', 'elder', 'name member', 'oath elder']); // prettier-ignore
      expect(levelsOf(model, 'graves')).toEqual(levelsOf(MODEL, 'graves'));
      const all = applyGrants(MODEL, opening({ lands: part(ELDER, ['view', 'analyse', 'download']) })); // prettier-ignore
      expect(levelsOf(all, 'lands')).toEqual(['member', 'member', 'member', 'name member', 'oath member']); // prettier-ignore
      expect(all.datasets.get('lands')?.driver).toEqual({ kind: 'store' });
      const typesIn = (model: AtlasModel) =>
        [...model.datasets.get('lands')!.fields.values()].map(({ type }) => type);
      expect(typesIn(all)).toEqual(typesIn(MODEL));
    });

    it('make nothing stricter than it was', () => {
      const model = applyGrants(MODEL, opening({ wells: part(ELDER, ['view', 'analyse']) }));
      expect(levelsOf(model, 'wells')).toEqual(levelsOf(MODEL, 'wells'));
      const wells = MODEL.datasets.get('wells')!;
      const elder = MODEL.levels[ELDER]!;
      expect(openedDataset(wells, part(ELDER), elder).permission.view.id).toBe('everyone');
    });

    it('open the groups whose data they open', () => {
      const model = applyGrants(MODEL, opening({ lands: part(WARDEN) }));
      expect(seen(model, 'lands')).toBe('member: area');
      for (const id of ['graves', 'oaths', 'wells']) expect(seen(model, id)).toBe(seen(MODEL, id));
      const { id, name, order } = groupIn(model, 'lands');
      expect(groupIn(MODEL, 'lands')).toMatchObject({ id, name, order });
      // What cannot be viewed does not open a group.
      const analysed = applyGrants(MODEL, opening({ lands: part(WARDEN, ['analyse']) }));
      expect(seen(analysed, 'lands')).toBe(seen(MODEL, 'lands'));
      const elder = applyGrants(MODEL, opening({ lands: part(ELDER), graves: part(ELDER) }));
      expect(seen(elder, 'oaths')).toBe('member: area');
      expect(seen(elder, 'graves')).toBe('member: dot');
    });

    it('open a group with those of its sublayers that are seen, and without other sources', () => {
      const lands = applyGrants(MODEL, opening({ lands: part(ELDER) }));
      expect(seen(lands, 'mixed')).toBe('member: area well');
      const both = applyGrants(MODEL, opening({ lands: part(ELDER), graves: part(ELDER) }));
      expect(seen(both, 'mixed')).toBe('member: area dot well');
      // The fields of `lands` that the group may read need its level.
      const part2 = applyGrants(MODEL, opening({ lands: part(WARDEN), graves: part(ELDER) }));
      expect(seen(part2, 'mixed')).toBe('member: dot well');
      const none = applyGrants(MODEL, opening({ lands: part(WARDEN) }));
      expect(seen(none, 'mixed')).toBe(seen(MODEL, 'mixed'));
    });

    it('name the places of a group whose opened data are limited to them', () => {
      const placesIn = (datasets: Record<string, OpenedDataset>, id: string) =>
        groupIn(applyGrants(MODEL, opening(datasets)), id).places;
      expect(placesIn({ lands: part(WARDEN, ['view'], ['a', 'b']) }, 'lands')).toEqual(['a', 'b']);
      expect(placesIn({ lands: part(WARDEN) }, 'lands')).toBeUndefined();
      expect(placesIn({ lands: part(WARDEN, ['view'], ['a']) }, 'graves')).toBeUndefined();
      const two = {
        lands: part(ELDER, ['view'], ['a', 'b']),
        graves: part(ELDER, ['view'], ['b']),
      };
      expect(placesIn(two, 'mixed')).toEqual(['a', 'b']);
      expect(placesIn({ ...two, graves: part(ELDER) }, 'mixed')).toBeUndefined();
      expect(placesIn({ lands: part(ELDER, ['analyse'], ['a']) }, 'mixed')).toBeUndefined();
      // Nothing of it was closed.
      expect(placesIn({ wells: part(ELDER, ['view'], ['a']) }, 'wells')).toBeUndefined();
    });

    it('open projects, and copies with their project only', () => {
      const lands = { lands: part(WARDEN), 'lands@valley': part(WARDEN) };
      const without = applyGrants(MODEL, opening(lands));
      expect(without.projects.map(({ permission }) => permission.id)).toEqual(['elder', 'warden']);
      expect(seen(without, 'valley-lands')).toBe(seen(MODEL, 'valley-lands'));
      const open = applyGrants(MODEL, opening(lands, { projects: new Set(['valley', 'hill']) }));
      expect(open.projects.map(({ permission }) => permission.id)).toEqual(['member', 'member']);
      expect(open.projects.map(({ name }) => name)).toEqual(MODEL.projects.map(({ name }) => name));
      expect(seen(open, 'valley-lands')).toBe('member: area');
      expect(groupIn(open, 'lands').permission.id).toBe('member');
    });

    it('open the tools that the highest of their levels opens', () => {
      const toolsOf = (more: Partial<Opened>, datasets: Record<string, OpenedDataset> = {}) => {
        const { analyse, explore, download } = applyGrants(MODEL, opening(datasets, more)).tools;
        return [analyse, explore, download].map((tool) => tool?.permission.id);
      };
      expect(toolsOf({})).toEqual(['member', 'warden', 'elder']);
      expect(toolsOf({ anywhere: ELDER })).toEqual(['member', 'warden', 'member']);
      expect(toolsOf({ anywhere: MEMBER })).toEqual(['warden', 'warden', 'elder']);
      // Explore needs its areas.
      const sectors = { sectors: part(WARDEN) };
      expect(toolsOf({}, sectors)).toEqual(['member', 'member', 'elder']);
      const { analyse, explore } = applyGrants(MODEL, opening(sectors)).tools;
      const permission = MODEL.levels[MEMBER];
      expect(analyse).toEqual({ ...MODEL.tools.analyse, permission });
      expect(explore).toEqual({ ...MODEL.tools.explore, permission });
      expect(applyGrants({ ...MODEL, tools: {} as never }, opening({})).tools).toEqual({});
    });

    it('say why an emptied group is empty to those who saw it', () => {
      const ended = [{}] as never;
      const empty = { ...MODEL, groups: MODEL.groups.map((group) => ({ ...group, sublayers: [], ended })) }; // prettier-ignore
      const model = applyGrants(empty, opening({}, { anywhere: WARDEN }));
      expect(seen(model, 'lands')).toBe('member: ');
      expect(seen(model, 'graves')).toBe('elder: ');
      const [lands] = MODEL.groups;
      expect(isEmptied({ ended, sublayers: [] })).toBe(true);
      expect(isEmptied({ ended, sublayers: lands!.sublayers })).toBe(false);
      expect(isEmptied({ sublayers: [] })).toBe(false);
    });

    it('need a level that not everyone has', () => {
      expect(() => applyGrants(MODEL, opening({}, { everywhere: 0 }))).toThrow(RangeError);
      expect(() => applyGrants(MODEL, opening({}, { everywhere: 1 }))).not.toThrow();
    });
  });
}
