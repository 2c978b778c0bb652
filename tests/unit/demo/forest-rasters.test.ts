import type { LineString } from 'geojson';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAreaIndex } from '../../../demo/generators/area-index.ts';
import {
  createNearest,
  kilometres,
  KM_PER_DEGREE,
  type Place,
  sampleLine,
} from '../../../demo/generators/distance.ts';
import { ESA_CODES, LAND_COVER } from '../../../demo/generators/layers/land/forest-rasters.ts';
import {
  cellAt,
  distanceFrom,
  dropPatches,
  middleOf,
} from '../../../demo/generators/raster-grid.ts';
import { type Skeleton, skeletonOf } from '../../../demo/generators/skeleton/skeleton.ts';
import type { Raster } from '../../../server/store/store.ts';
import { variation } from './checks.ts';
import { CONFIG, GENERATION_TIMEOUT, make } from './made.ts';

/** The pixel values of each raster, without the no-data value. */
const VALUES: Readonly<Record<string, readonly number[]>> = {
  'intact-forest-landscape': [1, 2, 3],
  'primary-humid-forest': [1],
  'land-cover': Object.values(LAND_COVER),
  'esa-land-cover': Object.values(ESA_CODES),
};

let skeleton: Skeleton;
const rasters = new Map<string, Raster>();

beforeAll(async () => {
  skeleton = await skeletonOf(CONFIG);
  for (const name of [...Object.keys(VALUES), 'populated-places']) {
    const layer = await make(name);
    if (layer.kind === 'raster') rasters.set(name, layer.raster);
  }
}, GENERATION_TIMEOUT);

const at = (name: string, lng: number, lat: number): number => {
  const raster = rasters.get(name)!;
  return raster.values[cellAt(raster, [lng, lat])]!;
};

/** Returns the share of each value among the pixels with data. */
function sharesOf({ values }: Raster): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) if (value !== 255) counts.set(value, (counts.get(value) ?? 0) + 1);
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return new Map([...counts].map(([value, count]) => [value, count / all]));
}

describe('rasters of forest and land cover', () => {
  it.each(Object.entries(VALUES))('%s has every one of its values and no other', (name, values) => {
    const shares = sharesOf(rasters.get(name)!);
    expect([...shares.keys()].sort((a, b) => a - b)).toEqual([...values].sort((a, b) => a - b));
    for (const share of shares.values()) expect(share).toBeGreaterThan(0.0005);
  });

  it.each(Object.keys(VALUES))('%s has no data at sea and abroad', (name) => {
    expect(at(name, 8.3, -4)).toBe(255);
    expect(at(name, 31.5, 4)).toBe(255);
  });

  it('call lakes water, in both legends', () => {
    const lakes = createAreaIndex(skeleton.geography.lakes);
    expect(lakes.holds([29.4, -6])).toBe(true);
    expect(at('land-cover', 29.4, -6)).toBe(LAND_COVER.water);
    expect(at('esa-land-cover', 29.4, -6)).toBe(ESA_CODES.water);
  });

  it('show no intact or primary forest at a village', () => {
    for (const { place } of skeleton.villages) {
      expect(at('intact-forest-landscape', ...place)).toBe(255);
      expect(at('primary-humid-forest', ...place)).toBe(255);
    }
  });

  it('have intact forest only where there is primary forest', () => {
    const intact = rasters.get('intact-forest-landscape')!.values;
    const primary = rasters.get('primary-humid-forest')!.values;
    let both = 0;
    let all = 0;
    for (let i = 0; i < intact.length; i++) {
      if (intact[i] !== 1) continue;
      all++;
      if (primary[i] === 1) both++;
    }
    expect(both / all).toBeGreaterThan(0.95);
  });
});

describe('towns on the rasters', () => {
  /** Returns the centres of the cells with some values within 60 km of a place. */
  const around = (name: string, place: Place, holds: (value: number) => boolean): Place[] => {
    const raster = rasters.get(name)!;
    return [...raster.values.keys()].flatMap((cell) => {
      if (!holds(raster.values[cell]!)) return [];
      const middle = middleOf(raster, cell);
      return kilometres(place, middle) < 60 ? [middle] : [];
    });
  };
  const areaOf = (name: string, cells: readonly Place[]): number => {
    const { bounds, width } = rasters.get(name)!;
    return cells.length * ((bounds[2] - bounds[0]) / width) ** 2 * KM_PER_DEGREE ** 2;
  };

  const KINSHASA: Place = [15.31, -4.33];
  const GOMA: Place = [29.22, -1.66];

  it.each([
    ['land-cover', LAND_COVER.settled],
    ['esa-land-cover', ESA_CODES.urban],
  ] as const)('of %s are built up as their population asks', (name, value) => {
    const area = (place: Place): number =>
      areaOf(
        name,
        around(name, place, (other) => other === value),
      );
    // The built-up areas of Kinshasa and Brazzaville: 8 to 17 million people, 5000 to 20 000 on a
    // square kilometre.
    expect(area(KINSHASA)).toBeGreaterThan(400);
    expect(area(KINSHASA)).toBeLessThan(3400);
    expect(area(GOMA)).toBeLessThan(area(KINSHASA) / 3);
  });

  it('fill no square: people are dense in Kinshasa and Brazzaville, and few 30 km away', () => {
    const share = (from: number, to: number): number => {
      const ring = around('populated-places', KINSHASA, () => true).filter((place) => {
        const km = kilometres(KINSHASA, place);
        return km >= from && km < to;
      });
      const { values } = rasters.get('populated-places')!;
      const full = ring.filter(
        (place) => values[cellAt(rasters.get('populated-places')!, place)] === 250,
      );
      return full.length / ring.length;
    };
    expect(share(0, 10)).toBeGreaterThan(0.5);
    // The built-up land of both cities ends within 30 km of the Pool.
    expect(share(30, 45)).toBeLessThan(0.05);
  });
});

describe('swamp forest', () => {
  it('is most of the land around Mbandaka, and between the Ubangi and the Congo', () => {
    const raster = rasters.get('land-cover')!;
    const share = (place: Place, reach: number): number => {
      const land = [...raster.values.keys()]
        .filter((cell) => kilometres(place, middleOf(raster, cell)) < reach)
        .map((cell) => raster.values[cell]!)
        .filter((value) => value !== LAND_COVER.water && value !== 255);
      return land.filter((value) => value === LAND_COVER.swamp).length / land.length;
    };
    expect(share([18.26, 0.05], 60)).toBeGreaterThan(0.5);
    expect(share([17.6, 1.2], 40)).toBeGreaterThan(0.5);
    // Yaoundé, on hills of 700 m.
    expect(share([11.52, 3.87], 60)).toBeLessThan(0.1);
  });

  it.each([
    ['land-cover', LAND_COVER.swamp],
    ['esa-land-cover', ESA_CODES.flooded],
  ] as const)('of %s has no long straight edge', (name, swamp) => {
    const { values, width, height } = rasters.get(name)!;
    const isEdge = (cell: number, step: number): boolean =>
      (values[cell] === swamp) !== (values[cell + step] === swamp);
    const longest = (rows: number, cells: number, next: number, step: number): number => {
      let most = 0;
      for (let row = 0; row < rows - 1; row++) {
        let run = 0;
        for (let i = 0; i < cells; i++) {
          run = isEdge(row * step + i * next, step) ? run + 1 : 0;
          most = Math.max(most, run);
        }
      }
      return most;
    };
    // A cell is 1.2 km wide. Along rivers, edges of up to 24 cells are straight.
    expect(longest(height, width, 1, width)).toBeLessThan(27);
    expect(longest(width, height, width, 1)).toBeLessThan(27);
  });
});

describe('intact forest', () => {
  it('is not along logging roads that were opened until it was examined last', async () => {
    const layer = await make('logging-roads');
    const roads = layer.kind === 'features' ? [...layer.features] : [];
    const share = (isOpen: (year: number) => boolean): number => {
      const values = roads
        .filter(({ properties }) => isOpen(Number(properties!['opened'])))
        .flatMap(({ geometry }) => sampleLine((geometry as LineString).coordinates as never, 1))
        .map((place) => at('intact-forest-landscape', ...place));
      expect(values.length).toBeGreaterThan(1000);
      return values.filter((value) => value === 1).length / values.length;
    };
    expect(share((year) => year <= 2016)).toBe(0);
    // A later road may lead into forest that was intact in 2016.
    expect(share((year) => year > 2016)).toBeGreaterThan(0.02);
  });

  it('is not within 15 km of a large town, nor in the Grassfields', () => {
    const raster = rasters.get('intact-forest-landscape')!;
    const { towns, townPopulations } = skeleton.geography;
    const large = createNearest(
      0.3,
      towns.filter((_, i) => townPopulations[i]! >= 50_000),
    );
    const intact = [...raster.values.keys()]
      .filter((cell) => raster.values[cell] === 1)
      .map((cell) => middleOf(raster, cell));
    expect(intact.filter((place) => large.nearest(place, 13.5) !== null)).toEqual([]);
    const hills = intact.filter(
      (place) =>
        /^cmr-(nord-)?ouest$/.test(skeleton.provinceAt(place) ?? '') &&
        skeleton.geography.relief(place) > 1100,
    );
    expect(hills).toEqual([]);
  });

  it('was lost in blocks, of five cells or more', () => {
    const { values, width } = rasters.get('intact-forest-landscape')!;
    const single = [...values.keys()].filter(
      (cell) =>
        (values[cell] === 2 || values[cell] === 3) &&
        [1, -1, width, -width].every((step) => values[cell + step] !== values[cell]),
    );
    expect(single.length).toBe(0);
  });

  it('ends at no one distance from roads and villages', () => {
    const raster = rasters.get('intact-forest-landscape')!;
    const { values, width } = raster;
    const people = createNearest(0.1, [
      ...skeleton.roads.flatMap(({ line }) => sampleLine(line, 1)),
      ...skeleton.villages.map(({ place }) => place),
    ]);
    const edges = [...values.keys()].filter(
      (cell) =>
        values[cell] === 1 && [1, -1, width, -width].some((step) => values[cell + step] !== 1),
    );
    const away = edges.flatMap((cell) => people.nearest(middleOf(raster, cell), 20)?.km ?? []);
    expect(away.length).toBeGreaterThan(1000);
    expect(variation(away)).toBeGreaterThan(0.45);
  });
});

describe('a grid', () => {
  it('measures from a place with a start as if it were further away', () => {
    const distance = distanceFrom(grid, [[0.5, 0.5]], [24]);
    expect(distance[cellAt(grid, [0.5, 0.5])]).toBe(24);
    expect(distance[cellAt(grid, [0.5, 0.6])]! / 10).toBeCloseTo(13.5, 0);
  });

  const grid = { bounds: [0, 0, 1, 1], width: 50, height: 50 } as const;

  it('measures tenths of kilometres to the nearest place', () => {
    const distance = distanceFrom(grid, [[0.5, 0.5]]);
    expect(distance[cellAt(grid, [0.5, 0.5])]).toBe(0);
    expect(distance[cellAt(grid, [0.5, 0.6])]! / 10).toBeCloseTo(11.1, 0);
    expect(distance[cellAt(grid, [0.6, 0.6])]! / 10).toBeCloseTo(15.7, 0);
    expect(distance[cellAt(grid, [0.99, 0.99])]).toBe(250);
  });

  it('loses patches that are too small, and keeps those that are not', () => {
    const values = new Uint8Array(2500).fill(255);
    values.set([1, 1, 1], 120);
    values.set([1, 2, 1, 1], 1120);
    dropPatches(grid, values, { least: 4, other: 255, holds: (value) => value !== 255 });
    expect(Array.from(values.slice(120, 123))).toEqual([255, 255, 255]);
    expect(Array.from(values.slice(1120, 1124))).toEqual([1, 2, 1, 1]);
  });
});
