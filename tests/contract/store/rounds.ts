import { makePolygons } from '../../bench/geometry/polygons.ts';
import { dataset, field } from './datasets.ts';

/** A dataset whose features all have the number of the round in which they were loaded. */
export const ROUNDS = dataset(
  'rounds',
  'polygon',
  [field('round', 'integer'), field('code', 'text')],
  {
    key: 'code',
  },
);

const POLYGONS = makePolygons(300);

/** Returns the features of a round: 200 to 299 of them, all with its number. */
export function roundFeatures(round: number): unknown[] {
  return POLYGONS.slice(0, countOf(round)).map(({ geometry, properties: { code } }) => ({
    type: 'Feature',
    geometry,
    properties: { round, code },
  }));
}

/** Returns the number of features of a round. */
export function countOf(round: number): number {
  return 200 + ((round * 37) % 100);
}
