import type { Bounds } from 'atlas-engine';
import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { hectares } from '../../area.ts';
import { createRandom, type Random } from '../../random.ts';
import type { LandCover } from '../../skeleton/land-cover.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import { drawDate } from '../vocabulary.ts';
import { allocationOf } from './allocation.ts';

/** Degrees of the grid that blocks are cut on: five minutes. */
const GRID = 1 / 12;
/** Hectares below which what a border leaves of a block is no block. */
const SMALLEST = 15_000;

/** Basins by country: bounds to cut into blocks, and how large blocks are (degrees of a side). */
const BASINS = {
  cod: [
    { basin: 'cotier', box: [12, -6.25, 13.25, -5.5], side: 0.3, share: 1 },
    { basin: 'cuvette', box: [17.5, -4, 24.5, 2], side: 1.4, share: 0.72 },
  ],
  cog: [
    { basin: 'cotier', box: [11, -5.25, 12.5, -3.5], side: 0.45, share: 0.85 },
    { basin: 'cuvette', box: [14.5, -2, 18, 2], side: 1.1, share: 0.8 },
  ],
} as const satisfies Record<
  string,
  readonly { basin: string; box: Bounds; side: number; share: number }[]
>;

export type OilCountry = keyof typeof BASINS;

/** Makes the oil blocks of a country: rectangles on the coast and in the Cuvette, cut at borders. */
export function makeOilPermits(
  skeleton: Skeleton,
  cover: LandCover,
  country: OilCountry,
): Feature<Polygon | MultiPolygon>[] {
  const { trimmer } = allocationOf(skeleton, cover);
  const random = createRandom(`oil-${country}`);
  const features: Feature<Polygon | MultiPolygon>[] = [];
  for (const { basin, box, side, share } of BASINS[country]) {
    for (const block of blocksOf(box, side, random)) {
      const offered = random.chance(share);
      const geometry = offered ? trimmer.inside(rectangle(block), country) : null;
      if (!geometry || hectares(geometry) < SMALLEST) continue;
      const number = features.length + 1;
      features.push({
        type: 'Feature',
        geometry,
        properties: attributesOf(country, number, { basin, geometry, random }),
      });
    }
  }
  return features;
}

/** Halves a box on the grid, not quite in the middle, until the sides are as long as wanted. */
function blocksOf(box: Bounds, side: number, random: Random): Bounds[] {
  const [west, south, east, north] = box;
  const [wide, tall] = [east - west, north - south];
  if (Math.max(wide, tall) < side * 1.35) return [box];
  const share = random.between(0.38, 0.62);
  const snapped = (degrees: number): number => Math.round(degrees / GRID) * GRID;
  const [low, high]: readonly [Bounds, Bounds] =
    wide >= tall
      ? [
          [west, south, snapped(west + wide * share), north],
          [snapped(west + wide * share), south, east, north],
        ]
      : [
          [west, south, east, snapped(south + tall * share)],
          [west, snapped(south + tall * share), east, north],
        ];
  return [...blocksOf(low, side, random), ...blocksOf(high, side, random)];
}

function rectangle([west, south, east, north]: Bounds): Polygon {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

function attributesOf(
  country: OilCountry,
  number: number,
  block: { basin: string; geometry: Polygon | MultiPolygon; random: Random },
) {
  const { basin, geometry, random } = block;
  const status = random.pick(['attribue', 'attribue', 'libre', 'libre', 'negociation']);
  const isHeld = status === 'attribue';
  const granted = drawDate(random, 2006, 2022);
  const years = random.pick([4, 6, 20]);
  return {
    block_id: `BP-${country.toUpperCase()}-${String(number).padStart(2, '0')}`,
    name: `Bloc démo ${number}`,
    basin,
    operator: isHeld ? `Pétrole fictif ${String.fromCodePoint(64 + random.integer(1, 9))}` : null,
    status,
    phase: isHeld ? (years === 20 && basin === 'cotier' ? 'production' : 'exploration') : null,
    ...(isHeld
      ? { granted, expires: `${Number(granted.slice(0, 4)) + years}${granted.slice(4)}` }
      : {}),
    area_km2: Math.round(hectares(geometry) / 100),
  };
}
