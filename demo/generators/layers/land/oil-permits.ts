import type { Bounds } from 'atlas-engine';
import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { hectares } from '../../area.ts';
import { outlineOf } from '../../contour.ts';
import type { Place } from '../../distance.ts';
import { createNoise } from '../../noise.ts';
import { createRandom, type Random } from '../../random.ts';
import type { LandCover } from '../../skeleton/land-cover.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import { drawGranted, yearsAfter } from '../vocabulary.ts';
import { allocationOf } from './allocation.ts';

/** Cell size of the grid that blocks are cut on, in degrees: five minutes. */
const GRID = 1 / 12;
/**
 * Minimum size, in hectares, of the remaining part of a block at a border. Smaller parts are left
 * out.
 */
const SMALLEST = 15_000;

/**
 * Sedimentary basins by country: centre and semi-axes of an ellipse, side of a block in degrees,
 * and the share of blocks that are on offer.
 */
const BASINS = {
  cod: [
    { basin: 'cotier', middle: [12.42, -5.9], axes: [0.5, 0.5], side: 0.3, share: 1 },
    { basin: 'cuvette', middle: [20.6, -1.1], axes: [3.6, 2.9], side: 1.35, share: 0.8 },
  ],
  cog: [
    { basin: 'cotier', middle: [11.75, -4.4], axes: [0.85, 0.95], side: 0.4, share: 0.9 },
    { basin: 'cuvette', middle: [16.2, -0.2], axes: [1.7, 1.9], side: 1, share: 0.85 },
  ],
} as const satisfies Record<string, readonly Basin[]>;

interface Basin {
  readonly basin: string;
  readonly middle: Place;
  readonly axes: readonly [number, number];
  readonly side: number;
  readonly share: number;
}

export type OilCountry = keyof typeof BASINS;

/**
 * Creates the oil blocks of a country. They are cut on a grid, and end at the edge of the basin,
 * the country, protected areas and the land of towns.
 */
export function makeOilPermits(
  skeleton: Skeleton,
  cover: LandCover,
  country: OilCountry,
): Feature<Polygon | MultiPolygon>[] {
  const { trimmer, parks } = allocationOf(skeleton, cover);
  const kept = [...parks[country].map(({ geometry }) => geometry), ...skeleton.townLand.areas];
  const random = createRandom(`oil-${country}`);
  const features: Feature<Polygon | MultiPolygon>[] = [];
  for (const basin of BASINS[country]) {
    const rock = outlineBasin(basin, country);
    for (const block of blocksOf(boxOf(basin), basin.side, random)) {
      const offered = random.chance(basin.share);
      const inRock = offered ? trimmer.within(rectangle(block), rock) : null;
      const inside = inRock && trimmer.inside(inRock, country);
      const geometry = inside && trimmer.outside(inside, kept);
      if (!geometry || hectares(geometry) < SMALLEST) continue;
      const number = features.length + 1;
      features.push({
        type: 'Feature',
        geometry,
        properties: attributesOf(country, number, { basin: basin.basin, geometry, random }),
      });
    }
  }
  return features;
}

/** Share of the held blocks whose title is valid. */
const VALID = 0.9;
/** Irregularity of the edge of a basin, as a share of its axes. */
const BENT = 0.3;
/** Distance between the corners of a basin's edge, in degrees. */
const CORNERS = 0.06;

/** Returns the box around a basin, aligned to the grid. */
function boxOf({ middle: [lng, lat], axes: [wide, tall] }: Basin): Bounds {
  const far = 1 + BENT;
  return [lng - wide * far, lat - tall * far, lng + wide * far, lat + tall * far].map(
    (degrees) => Math.round(degrees / GRID) * GRID,
  ) as unknown as Bounds;
}

/** Returns an irregular ellipse. */
function outlineBasin(basin: Basin, country: OilCountry): Polygon | MultiPolygon {
  const { middle, axes } = basin;
  const bend = createNoise(`basin-${country}-${basin.basin}`, axes[0] * 0.9, 3);
  const outline = outlineOf({
    box: boxOf(basin),
    step: CORNERS,
    least: 0.02,
    holds([lng, lat]) {
      const [x, y] = [(lng - middle[0]) / axes[0], (lat - middle[1]) / axes[1]];
      return x * x + y * y < (1 + 2 * BENT * (bend(lng, lat) - 0.5)) ** 2;
    },
  });
  if (!outline) throw new Error(`The basin ${basin.basin} of ${country} has no outline.`);
  return outline;
}

/** Halves a box on the grid, not exactly in the middle, until its sides have the given length. */
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
  const years = random.pick([4, 6, 20]);
  const granted = drawGranted(random, years, random.chance(VALID));
  return {
    block_id: `BP-${country.toUpperCase()}-${String(number).padStart(2, '0')}`,
    name: `Bloc démo ${number}`,
    basin,
    operator: isHeld ? `Pétrole fictif ${String.fromCodePoint(64 + random.integer(1, 9))}` : null,
    status,
    phase: isHeld ? (years === 20 && basin === 'cotier' ? 'production' : 'exploration') : null,
    ...(isHeld ? { granted, expires: yearsAfter(granted, years) } : {}),
    area_km2: Math.round(hectares(geometry) / 100),
  };
}
