import { describe, expect, it } from 'vitest';
import type { AccountRules } from '../../../server/access/account-rules.ts';
import {
  keyOfScope,
  LONGEST_AREA,
  MAX_AREA_VERTICES,
  placeOf,
  readScope,
  scopeOf,
  scopeText,
  type Scope,
} from '../../../server/access/scope.ts';
import { hashOfSight, UNSCOPED } from '../../../server/access/sight.ts';
import type { Account, Grant } from '../../../server/accounts/account.ts';
import { rankAt, sightAt } from '../../../server/accounts/ranks.ts';
import { cutToArea } from '../../../server/geometry/cut-to-area.ts';
import { normalise, unpackToGeoJson, type PackedGeometry } from '../../../server/geometry/index.ts';

function packed(type: string, coordinates: unknown): PackedGeometry {
  const found = normalise({ type, coordinates });
  if ('rejected' in found) throw new Error(found.rejected);
  return found.geometry;
}

function square(west: number, south: number, east: number, north: number): number[][] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

describe('an area', () => {
  const area = packed('Polygon', [square(0, 0, 10, 10), square(4, 4, 6, 6)]);
  const cut = (geometry: PackedGeometry) => {
    const [part] = cutToArea(area, [geometry]);
    return part ? unpackToGeoJson(part) : null;
  };

  it('keeps what is inside as it is', () => {
    for (const inside of [
      packed('Polygon', [square(1, 1, 2, 2)]),
      packed('LineString', [[1, 1], [2, 2]]), // prettier-ignore
      packed('MultiPoint', [[1, 1], [2, 2]]), // prettier-ignore
    ])
      expect(cutToArea(area, [inside])).toEqual([inside]);
  });

  it('cuts what crosses its border or a hole', () => {
    expect(cut(packed('Polygon', [square(8, 1, 12, 2)]))).toEqual({
      type: 'Polygon',
      coordinates: [square(8, 1, 10, 2)],
    });
    const line = cut(packed('LineString', [[1, 5], [12, 5]])); // prettier-ignore
    expect(line).toEqual({ type: 'MultiLineString', coordinates: [[[1, 5], [4, 5]], [[6, 5], [10, 5]]] }); // prettier-ignore
    expect(cut(packed('MultiPoint', [[5, 5], [1, 1]]))).toEqual({ type: 'Point', coordinates: [1, 1] }); // prettier-ignore
  });

  it('leaves out what is outside, and areas that only touch it', () => {
    expect(cut(packed('Polygon', [square(10, 0, 12, 2)]))).toBeNull();
    expect(cut(packed('Polygon', [square(4.5, 4.5, 5, 5)]))).toBeNull();
    expect(cut(packed('LineString', [[11, 0], [12, 2]]))).toBeNull(); // prettier-ignore
    expect(cut(packed('Point', [5, 5]))).toBeNull();
  });
});

describe('a scope', () => {
  const rules = {
    places: { project: { valley: { en: 'Valley' } }, dataset: { lands: { en: 'Lands' } } },
    region: [-20, -20, 20, 20] as const,
  };

  it('is read as it was written', () => {
    const scopes: readonly Scope[] = [
      { kind: 'project', project: 'valley' },
      { kind: 'dataset', dataset: 'lands' },
      { kind: 'area', area: { type: 'Polygon', coordinates: [square(0, 0, 1, 1)] } },
    ];
    for (const scope of scopes) expect(readScope(scopeText(scope))).toEqual(scope);
    expect(readScope('')).toBeNull();
    expect(readScope('village kisangani')).toBeNull();
  });

  it('is the same for a polygon in both notations', () => {
    const wkt = scopeOf({ area: 'POLYGON((0 0,1 0,1 1,0 1,0 0))' }, rules);
    const geometry = { type: 'Polygon', coordinates: [square(0, 0, 1, 1)] };
    const texts = [geometry, { type: 'Feature', properties: {}, geometry }];
    for (const text of texts) expect(scopeOf({ area: JSON.stringify(text) }, rules)).toEqual(wkt);
    const { scope } = wkt as { readonly scope: string };
    expect(JSON.parse(placeOf(scope).area!)).toEqual(geometry);
  });

  it('keeps the name of an area, which is part of what it is', () => {
    const geometry = { type: 'Polygon', coordinates: [square(0, 0, 1, 1)] };
    const named = (name: unknown) =>
      scopeOf({ area: JSON.stringify({ type: 'Feature', properties: { name }, geometry }) }, rules);
    const { scope } = named(' Mai-Ndombe ') as { readonly scope: string };
    expect(readScope(scope)).toEqual({ kind: 'area', area: geometry, name: 'Mai-Ndombe' });
    const written = placeOf(scope);
    expect(JSON.parse(written.area!)).toEqual({
      type: 'Feature',
      properties: { name: 'Mai-Ndombe' },
      geometry,
    });
    expect(scopeOf(written, rules)).toEqual({ scope });
    for (const none of ['', 7, null, undefined]) expect(named(none)).toEqual(named(''));
    const { scope: nameless } = named('') as { readonly scope: string };
    expect(keyOfScope(nameless)).not.toBe(keyOfScope(scope));
    const { scope: long } = named('x'.repeat(1_000)) as { readonly scope: string };
    expect(readScope(long)).toMatchObject({ name: 'x'.repeat(200) });
  });

  it('has at most 2 000 vertices', () => {
    const circle = (vertices: number): string => {
      const ring = Array.from({ length: vertices }, (_, at) => {
        const angle = (2 * Math.PI * at) / vertices;
        return [10 * Math.cos(angle), 10 * Math.sin(angle)];
      });
      return JSON.stringify({ type: 'Polygon', coordinates: [[...ring, ring[0]]] });
    };
    expect(circle(MAX_AREA_VERTICES).length).toBeLessThan(LONGEST_AREA);
    expect(scopeOf({ area: circle(MAX_AREA_VERTICES) }, rules)).toHaveProperty('scope');
    expect(scopeOf({ area: circle(MAX_AREA_VERTICES + 1) }, rules)).toHaveProperty('at', 'area');
  });

  it('is refused with a reason', () => {
    const named = (name: string, ring: readonly (readonly number[])[]): string =>
      JSON.stringify({
        type: 'Feature',
        properties: { name },
        geometry: { type: 'Polygon', coordinates: [ring] },
      });
    const faultAt = (written: Parameters<typeof scopeOf>[0]): string | undefined => {
      const read = scopeOf(written, rules);
      return 'fault' in read ? read.at : undefined;
    };
    expect(faultAt({ project: 'hill' })).toBe('project');
    expect(faultAt({ project: 'constructor' })).toBe('project');
    expect(faultAt({ dataset: 'valley' })).toBe('dataset');
    for (const area of [
      'POINT(1 1)',
      'here',
      'null',
      '7',
      '{"type":"Polygon"}',
      '{"features":[]}',
      'POLYGON((0 0,1 1,0 0))',
      // It crosses itself.
      'POLYGON((0 0,1 1,1 0,0 1,0 0))',
      named('A bow tie', [
        [0, 0],
        [2, 2],
        [2, 0],
        [0, 1],
        [0, 0],
      ]),
      // Outside of the region: latitude first, or elsewhere.
      'POLYGON((5 45,6 45,6 46,5 46,5 45))',
      'POLYGON((45 5,46 5,46 6,45 6,45 5))',
    ])
      expect(faultAt({ area })).toBe('area');
    expect(faultAt({ project: 'valley', dataset: 'lands' })).toBe('area');
    expect(scopeOf({}, rules)).toEqual({ scope: '' });
    // It touches itself only.
    const touching = [0, 2, 4, 4, 2, 0, 0].map((x, at) => [x, [0, 2, 0, 4, 2, 4, 0][at]!]);
    for (const name of ['', 'Two valleys'])
      expect(faultAt({ area: named(name, touching) })).toBeUndefined();
    // Parts may be outside.
    expect(faultAt({ area: 'POLYGON((19 0,30 0,30 9,19 9,19 0))' })).toBeUndefined();
  });
});

describe('the sight of an account', () => {
  const level = (id: string, granted: 'on-confirmation' | 'by-operator' | null) => ({
    id,
    name: {},
    granted,
  });
  const rules: Pick<AccountRules, 'levels'> = {
    levels: [
      level('everyone', null),
      level('member', 'on-confirmation'),
      level('warden', 'by-operator'),
      level('elder', 'by-operator'),
    ],
  };
  const account = { id: 1, confirmed: 1, suspended: null } as Account;
  const grant = (of: string, scope: string, until: number | null = null): Grant => ({
    id: 1,
    account: 1,
    level: of,
    scope,
    until,
    by: 'boss',
    created: 0,
  });
  const see = (grants: readonly Grant[], now = 10, holder = account) =>
    sightAt({ account: holder, grants }, rules, now);

  it('has the higher levels in places until their end', () => {
    const grants = [grant('elder', 'project valley', 10), grant('warden', 'dataset lands')];
    const all = { everywhere: 'member', scoped: grants.map(({ level: id, scope }) => ({ level: id, scope })) }; // prettier-ignore
    expect(see(grants)).toEqual(all);
    expect(see(grants, 11)).toEqual({ ...all, scoped: all.scoped.slice(1) });
    expect(rankAt({ account, grants }, rules, 10)).toBe(1);
  });

  it('has no level in a place that is held everywhere', () => {
    const grants = [grant('elder', ''), grant('warden', 'project valley')];
    expect(see(grants)).toEqual({ everywhere: 'elder', scoped: [] });
  });

  it('has no places while the account is not confirmed, or suspended', () => {
    const grants = [grant('elder', 'project valley')];
    for (const change of [{ confirmed: null }, { suspended: 5 }])
      expect(see(grants, 10, { ...account, ...change }).scoped).toEqual([]);
  });

  it('has a hash that depends on nothing but what it holds', () => {
    const [a, b] = [grant('elder', 'project valley'), grant('warden', 'dataset lands')];
    expect(hashOfSight(see([a, b]))).toBe(hashOfSight(see([b, { ...a, id: 7, by: 'you' }])));
    const others = [[a], [b], [a, b], [{ ...a, scope: 'project hill' }], [{ ...a, level: 'warden' }]]; // prettier-ignore
    expect(new Set(others.map((some) => hashOfSight(see(some)))).size).toBe(others.length);
    expect(hashOfSight(see([]))).toBe(UNSCOPED);
  });
});
