/** Random features for tests of thinned tiles, clustered as villages are. */
import { normalise } from '../../../../server/geometry/repair.ts';
import type { Dataset } from 'atlas-engine';
import { FeatureRows, type Row } from '../../../../server/load/rows/feature-rows.ts';
import { seededRandom } from '../../../bench/geometry/polygons.ts';

export const KINDS = ['farm', 'forest', 'water'] as const;
/** One feature in this number has the rarest kind. */
const RARE = 60;

/** A feature with its id. */
export type ThinFeature = Row & { readonly id: number };

/** Returns features as a load has them. */
export function rowsOf(dataset: Dataset, features: readonly ThinFeature[]): FeatureRows {
  const rows = new FeatureRows(dataset);
  for (const { id, ...row } of features) rows.add(row, { id });
  return rows;
}

/** A feature with the values name, kind, people and secret. */
export function randomFeatures(
  kind: 'point' | 'line' | 'polygon',
  count: number,
  seed: number,
): ThinFeature[] {
  const random = seededRandom(seed);
  const centres = Array.from({ length: 6 }, () => [8 + random() * 24, -12 + random() * 24]);
  return Array.from({ length: count }, (_, i) => {
    const [cx, cy] = centres[Math.floor(random() * centres.length)]!;
    const spread = random() < 0.3 ? 12 : 1.5;
    const at = [cx! + (random() - 0.5) * spread, cy! + (random() - 0.5) * spread] as const;
    const named = random() * RARE < 1 ? KINDS[2] : KINDS[Math.floor(random() * 2)]!;
    const people = random() < 0.1 ? null : Math.floor(random() ** 4 * 50_000);
    return {
      id: 1 + Math.floor(random() * 2 ** 52) * 2,
      geometry: packed(kind, at, 0.002 + random() ** 6 * 4, random),
      values: [`Place ${i}`, named, people, `secret ${Math.floor(random() * 1e9)}`],
    };
  }).sort((a, b) => a.id - b.id);
}

function packed(
  kind: 'point' | 'line' | 'polygon',
  [x, y]: readonly [number, number],
  size: number,
  random: () => number,
): ThinFeature['geometry'] {
  const corners = Array.from({ length: 9 }, (_, i) => {
    const reach = (size / 2) * (0.5 + random() / 2);
    const angle = ((i + random() / 2) * 2 * Math.PI) / 9;
    return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
  });
  const found = normalise(
    kind === 'point'
      ? { type: 'Point', coordinates: [x, y] }
      : kind === 'line'
        ? { type: 'LineString', coordinates: corners }
        : { type: 'Polygon', coordinates: [[...corners, corners[0]]] },
    kind,
  );
  if ('rejected' in found) throw new Error(found.rejected);
  return found.geometry;
}
