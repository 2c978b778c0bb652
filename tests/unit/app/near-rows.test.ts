import { expect, it } from 'vitest';
import type { NearAnswer, NearLayer } from 'atlas-engine/http';
import type { Translate } from 'atlas-engine/runtime';
import { delimited } from '../../../app/tools/common/save-table.ts';
import { ringsAround } from '../../../app/tools/near/near-rings.ts';
import {
  countsOf,
  directionOf,
  distanceOf,
  FAR_KM,
  kindIn,
  partsOf,
  tableOf,
  touchWord,
  unlistedOf,
} from '../../../app/tools/near/near-rows.ts';
import { formatDistance } from '../../../app/tools/common/format-size.ts';

const t = ((key: string) => key) as unknown as Translate;

function feature(id: number, distance: number) {
  return { dataset: 'mines', id, name: { fr: `Mine ${id}` }, distance, bearing: 200, place: [17, 0] as const }; // prettier-ignore
}

const LAYER: NearLayer = {
  group: 'mines',
  name: { fr: 'Titres miniers' },
  geometry: 'polygon',
  sources: [{ dataset: 'mines', provider: { fr: 'Cadastre; mines' }, date: '2026' }],
  count: 1,
  inside: [{ dataset: 'mines', id: 1 }],
  nearest: [feature(2, 1_234.56), feature(3, 100_000.5)],
  within: [
    { metres: 1_000, count: 0 },
    { metres: 5_000, count: 12 },
    { metres: 20_000, count: 1_000 },
  ],
};
const FAR: NearLayer = { ...LAYER, count: 0, inside: [], nearest: [feature(4, 250_000), feature(5, 260_000)] }; // prettier-ignore
const ANSWER: NearAnswer = { layers: [LAYER, FAR, { ...LAYER, state: 'too-slow' }] };

it.each([
  [0.4, '10\u00A0m'],
  [847, '850\u00A0m'],
  [994, '990\u00A0m'],
  [996, '1\u00A0km'],
  [4_249, '4,2\u00A0km'],
  [9_960, '10\u00A0km'],
  [12_400, '12\u00A0km'],
  [1_234_000, '1\u00A0234\u00A0km'],
])('writes %s m as %s in French', (metres, expected) => {
  expect(formatDistance(metres, 'fr')).toBe(expected);
});

it('names the nearest of eight directions, also across the north', () => {
  const names = [0, 22, 23, 90, 200, 337, 338, 359.9].map(directionOf).join(' ');
  expect(names).toBe('north north north-east east south north-west north north');
});

it('folds layers that are farther than 100 km, and leaves such features out of nearer layers', () => {
  const { near, far, slow } = partsOf(ANSWER, FAR_KM);
  expect(near.map(({ rows }) => rows.map(({ id }) => id))).toEqual([[1, 2]]);
  expect(far.map(({ rows }) => rows.map(({ id }) => id))).toEqual([[4]]);
  expect(slow).toHaveLength(1);
});

it('lists, counts and writes only what lies within a chosen distance', () => {
  const { near, far } = partsOf(ANSWER, 5);
  expect(near.map(({ rows }) => rows.map(({ id }) => id))).toEqual([[1, 2]]);
  expect(far.map(({ rows }) => rows.map(({ id }) => id))).toEqual([[4]]);
  expect(countsOf(LAYER, 'fr', 5)).toEqual([{ metres: 5_000, count: '13' }]);
  // The answer has the nearest objects only.
  expect(unlistedOf(near[0]!, 5)).toBe(11);
  expect(tableOf(ANSWER, t, { locale: 'fr', km: 5 }).slice(1).map(([, name]) => name)).toEqual(['', 'Mine 2']); // prettier-ignore

  // What touches has the distance 0.
  const [within] = partsOf(ANSWER, 1).near;
  expect(within!.rows.map(({ id }) => id)).toEqual([1]);
  expect(countsOf(LAYER, 'fr', 1)).toEqual([{ metres: 1_000, count: '1' }]);
  expect(unlistedOf(within!, 1)).toBe(0);
  expect(unlistedOf(within!, FAR_KM)).toBe(0);
});

it('offers five distances, and takes the largest for any other', () => {
  const chosen = ['~1', '~5', '~10', '~20', '~100', '~7', undefined].map((to) =>
    distanceOf({ to }),
  );
  expect(chosen).toEqual([1, 5, 10, 20, 100, 100, 100]);
});

it('counts what is within each ring that has any, as far as the server counts', () => {
  expect(countsOf(LAYER, 'fr')).toEqual([
    // One touches, and is within each ring.
    { metres: 1_000, count: '1' },
    { metres: 5_000, count: '13' },
    { metres: 20_000, count: '1\u202F001+' },
  ]);
});

it('says that a place or a point is inside of an area, and otherwise that a feature touches another', () => {
  const of = { dataset: 'roads', id: 1, bounds: [0, 0, 1, 1], geometry: 'line' } as const;
  expect(touchWord(LAYER, undefined)).toBe('inside');
  expect(touchWord({ ...LAYER, geometry: 'point' }, undefined)).toBe('at');
  expect(touchWord(LAYER, of)).toBe('overlaps');
  expect(touchWord(LAYER, { ...of, geometry: 'point' })).toBe('inside');
  expect(touchWord({ ...LAYER, geometry: 'point' }, { ...of, geometry: 'polygon' })).toBe('inside');
});

it('is a table of all features with distances in km, directions, places and sources', () => {
  const [head, ...rows] = tableOf(ANSWER, t, { locale: 'fr' });
  expect(head).toEqual([
    'near.layer',
    'near.object',
    'near.distance (km)',
    'near.direction',
    'near.latitude',
    'near.longitude',
    'near.source',
  ]);
  const source = 'Cadastre; mines, 2026';
  expect(rows).toEqual([
    ['Titres miniers', '', 0, 'near.inside', '', '', source],
    ['Titres miniers', 'Mine 2', 1.235, 'near.to-south', 0, 17, source],
    ['Titres miniers', 'Mine 3', 100.001, 'near.to-south', 0, 17, source],
    ['Titres miniers', 'Mine 4', 250, 'near.to-south', 0, 17, source],
    ['Titres miniers', 'Mine 5', 260, 'near.to-south', 0, 17, source],
  ]);
  expect(delimited(rows.slice(1, 2), ';')).toBe(
    'Titres miniers;Mine 2;1,235;near.to-south;0;17;"Cadastre; mines, 2026"',
  );
});

it('has rings of 1, 5, 10 and 20 km around a place, and only those that can be seen around a large area', () => {
  const rings = ringsAround({ type: 'Point', coordinates: [17, 0] });
  expect(rings.map(({ metres }) => metres)).toEqual([1_000, 5_000, 10_000, 20_000]);
  for (const { metres, top } of rings) expect(Math.abs(top[1]! * 110_574 - metres)).toBeLessThan(0.01 * metres); // prettier-ignore
  const square = [[16, -1], [18, -1], [18, 1], [16, 1], [16, -1]]; // prettier-ignore
  const around = ringsAround({ type: 'Polygon', coordinates: [square] });
  expect(around.map(({ metres }) => metres)).toEqual([10_000, 20_000]);
  expect(around[0]!.outlines).toHaveLength(1);
  expect(Math.abs((around[0]!.top[1]! - 1) * 110_574 - 10_000)).toBeLessThan(100);
});

it('says what a feature is, unless its name begins with it', () => {
  const row = { dataset: 'schools', id: 1, name: { en: 'Collège nº 7', fr: 'Collège nº 7' } };
  const kind = { en: 'Secondary school', fr: 'collège' };
  expect(kindIn({ ...row, kind }, 'en')).toBe('Secondary school');
  expect(kindIn({ ...row, kind }, 'fr')).toBeNull();
  expect(kindIn({ dataset: 'schools', id: 1, kind }, 'fr')).toBe('collège');
  expect(kindIn(row, 'en')).toBeNull();
});
