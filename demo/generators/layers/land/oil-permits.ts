import type { Bounds } from 'atlas-engine';
import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { hectares } from '../../area.ts';
import type { Place } from '../../distance.ts';
import { createNoise } from '../../noise.ts';
import { createRandom, type Random } from '../../random.ts';
import type { LandCover } from '../../skeleton/land-cover.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import { yearsAfter } from '../calendar.ts';
import { drawGranted } from '../vocabulary.ts';
import { allocationOf } from './allocation.ts';

/** Cell size of the grid that blocks are cut on, in degrees: five minutes, as in real cadastres. */
const GRID = 1 / 12;
/**
 * Minimum size, in hectares, of the remaining part of a block at a border. Smaller parts are left
 * out.
 */
const SMALLEST = 15_000;

/**
 * Sedimentary basins by country: centre and semi-axes of an ellipse, direction of the grid, side of a
 * block in degrees, and the share of blocks that are on offer. On the coast, the grid is parallel to
 * the coast.
 */
const BASINS = {
  cod: [
    {
      basin: 'cotier',
      middle: [12.42, -5.9],
      axes: [0.5, 0.5],
      ahead: [0.8, -0.6],
      side: 0.3,
      share: 1,
    },
    {
      basin: 'cuvette',
      middle: [20.6, -1.1],
      axes: [3.6, 2.9],
      ahead: [1, 0],
      side: 1.25,
      share: 0.95,
    },
  ],
  cog: [
    {
      basin: 'cotier',
      middle: [11.75, -4.4],
      axes: [0.85, 0.95],
      ahead: [0.8, -0.6],
      side: 0.4,
      share: 0.9,
    },
    {
      basin: 'cuvette',
      middle: [16.2, -0.2],
      axes: [1.7, 1.9],
      ahead: [1, 0],
      side: 1,
      share: 0.85,
    },
  ],
} as const satisfies Record<string, readonly Basin[]>;

interface Basin {
  readonly basin: string;
  readonly middle: Place;
  readonly axes: readonly [number, number];
  /** Direction of the grid, of length 1. */
  readonly ahead: readonly [x: number, y: number];
  readonly side: number;
  readonly share: number;
}

export type OilCountry = keyof typeof BASINS;

/**
 * Creates the oil blocks of a country. They are whole blocks of a grid, those with their centre in
 * the basin, and end at the edge of the country, of protected areas and of the land of towns.
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
    const isRock = createRock(basin, country);
    for (const block of blocksOf(boxOf(basin), basin.side, random)) {
      const offered = random.chance(basin.share) && isRock(block);
      const inside = offered ? trimmer.inside(rectangle(block, basin), country) : null;
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

/** Years of a title to produce oil. */
const PRODUCTION = 20;
/** Share of the held blocks whose title is valid. */
const VALID = 0.9;
/** Irregularity of the edge of a basin, as a share of its axes. */
const BENT = 0.3;

/** Returns a box around a basin, relative to its centre and in the direction of its grid. */
function boxOf({ axes: [wide, tall] }: Basin): Bounds {
  const far = 1 + BENT;
  return [-wide * far, -tall * far, wide * far, tall * far].map(onGrid) as unknown as Bounds;
}

const onGrid = (degrees: number): number => Math.round(degrees / GRID) * GRID;

/** Returns whether the centre of a block is in a basin, which is an irregular ellipse. */
function createRock(basin: Basin, country: OilCountry): (block: Bounds) => boolean {
  const bend = createNoise(`basin-${country}-${basin.basin}`, basin.axes[0] * 0.9, 3);
  return ([west, south, east, north]) => {
    const [x, y] = [(west + east) / 2, (south + north) / 2];
    const [wide, tall] = [x / basin.axes[0], y / basin.axes[1]];
    const reach = 1 + 2 * BENT * (bend(...placeOf([x, y], basin)) - 0.5);
    return wide * wide + tall * tall < reach * reach;
  };
}

/** Returns the place of a position on the grid of a basin. */
function placeOf([x, y]: Place, { middle, ahead: [dx, dy] }: Basin): Place {
  const [lng, lat] = middle.map(onGrid) as [number, number];
  return [lng + x * dx - y * dy, lat + x * dy + y * dx];
}

/** Halves a box on the grid, not exactly in the middle, until its sides have the given length. */
function blocksOf(box: Bounds, side: number, random: Random): Bounds[] {
  const [west, south, east, north] = box;
  const [wide, tall] = [east - west, north - south];
  if (Math.max(wide, tall) < side * 1.35) return [box];
  const share = random.between(0.38, 0.62);
  const [low, high]: readonly [Bounds, Bounds] =
    wide >= tall
      ? [
          [west, south, onGrid(west + wide * share), north],
          [onGrid(west + wide * share), south, east, north],
        ]
      : [
          [west, south, east, onGrid(south + tall * share)],
          [west, onGrid(south + tall * share), east, north],
        ];
  return [...blocksOf(low, side, random), ...blocksOf(high, side, random)];
}

function rectangle([west, south, east, north]: Bounds, basin: Basin): Polygon {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ].map(([x, y]) => [...placeOf([x!, y!], basin)]);
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
  // Oil is produced at the coast only. A production title lasts longer.
  const years = random.pick(basin === 'cotier' ? [4, PRODUCTION] : [4, 6]);
  const granted = drawGranted(random, years, random.chance(VALID));
  return {
    block_id: `BP-${country.toUpperCase()}-${String(number).padStart(2, '0')}`,
    name: `Bloc démo ${number}`,
    basin,
    operator: isHeld ? `Pétrole fictif ${String.fromCodePoint(64 + random.integer(1, 9))}` : null,
    status,
    phase: isHeld ? (years === PRODUCTION ? 'production' : 'exploration') : null,
    ...(isHeld ? { granted, expires: yearsAfter(granted, years) } : {}),
    area_km2: Math.round(hectares(geometry) / 100),
  };
}
