import { makePolygons } from '../../bench/geometry/polygons.ts';
import { dataset, field } from './datasets.ts';

/** A dataset whose features all have the number of the turn in which they were loaded. */
export const TURNS = dataset(
  'turns',
  'polygon',
  [field('turn', 'integer'), field('code', 'text')],
  {
    key: 'code',
  },
);

const POLYGONS = makePolygons(300);

/** Returns the features of a turn: 200 to 299 of them, all with its number. */
export function turnFeatures(turn: number): unknown[] {
  return POLYGONS.slice(0, countOf(turn)).map(({ geometry, properties: { code } }) => ({
    type: 'Feature',
    geometry,
    properties: { turn, code },
  }));
}

/** Returns the number of features of a turn. */
export function countOf(turn: number): number {
  return 200 + ((turn * 37) % 100);
}
