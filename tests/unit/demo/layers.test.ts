import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Feature, Point, Position } from 'geojson';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileOf } from '../../../demo/demo-files.ts';
import { createAreaIndex } from '../../../demo/generators/area-index.ts';
import type { Place } from '../../../demo/generators/distance.ts';
import { type Generated, generators } from '../../../demo/generators/index.ts';
import { LAND_USES, OTHER_USES } from '../../../demo/generators/layers/nguti-rules.ts';
import { SCENES, SKETCH_MAPS } from '../../../demo/generators/layers/pictures.ts';
import { LIVELIHOODS } from '../../../demo/generators/layers/vocabulary.ts';
import { boxHolds, EXTENTS } from '../../../demo/generators/skeleton/extents.ts';
import { COUNTRIES } from '../../../demo/generators/skeleton/geography.ts';
import { readLandCover } from '../../../demo/generators/skeleton/land-cover.ts';
import { foldName } from '../../../demo/generators/skeleton/names.ts';
import {
  createSkeleton,
  type Skeleton,
  skeletonOf,
} from '../../../demo/generators/skeleton/skeleton.ts';
import type { Raster } from '../../../server/store/store.ts';
import { NIGHTLY } from '../../size.ts';
import {
  type Areas,
  countRings,
  geosFindsValid,
  holds,
  meanOf,
  openEdges,
  polygonsOf,
  ringFaults,
  sphereKm,
} from './checks.ts';
import { CONFIG, GENERATION_TIMEOUT, make, makeFeatures, valuesOf, villageOf } from './made.ts';

/** Layers by the name of their generator. */
const made = new Map<string, Generated>();
let skeleton: Skeleton;
let villages: Feature<Point>[];
let livelihoods: Feature<Point>[];
let tenure: Areas;
let landUse: Areas;
let zones: Areas;
let reddCod: Areas;
let reddCog: Areas;
let trees: Raster;
/**
 * Returns the country at a position by an exact test, without the cached tiles of the generators.
 */
let countryAt: (place: Position) => string | null;
let isLake: (place: Position) => boolean;

beforeAll(async () => {
  skeleton = await skeletonOf(CONFIG);
  for (const name of Object.keys(generators)) made.set(name, await make(name));
  villages = await makeFeatures('villages');
  livelihoods = await makeFeatures('livelihoods');
  tenure = await makeFeatures('tenure');
  landUse = await makeFeatures('nguti-land-use');
  zones = await makeFeatures('maniema-land-use');
  reddCod = await makeFeatures('redd-cod');
  reddCog = await makeFeatures('redd-cog');
  const layer = made.get('tree-cover');
  if (layer?.kind === 'raster') trees = layer.raster;
  const land = createAreaIndex(skeleton.geography.countries);
  const lakes = createAreaIndex(skeleton.geography.lakes);
  countryAt = ([lng, lat]) => COUNTRIES[land.at([lng!, lat!])] ?? null;
  isLake = ([lng, lat]) => lakes.holds([lng!, lat!]);
}, GENERATION_TIMEOUT);

describe('the demonstration data', () => {
  it.each(Object.keys(generators))('of %s has the bytes that are recorded', (name) => {
    const layer = made.get(name)!;
    const bytes =
      layer.kind === 'raster' ? layer.raster.values : JSON.stringify([...layer.features]);
    const digest = createHash('sha256').update(bytes).digest('hex');
    expect(digest).toMatchSnapshot();
  });

  it.skipIf(!NIGHTLY)(
    'have the same bytes when they are made again (nightly only: it takes a minute)',
    async () => {
      for (const [name, layer] of made) {
        const { file, bytes } = await fileOf(name, layer);
        expect(bytes.equals(readFileSync(join(CONFIG, 'data/demo', file))), file).toBe(true);
      }
    },
  );

  it.skipIf(!NIGHTLY)(
    'is based on a skeleton that is the same when it is made again (nightly only: it takes seconds)',
    async () => {
      const cover = await readLandCover(CONFIG);
      const again = createSkeleton(skeleton.geography, cover);
      expect(again.villages).toEqual(skeleton.villages);
      expect(again.roads).toEqual(skeleton.roads);
      expect(again.waters).toEqual(skeleton.waters);
    },
    GENERATION_TIMEOUT,
  );

  it('has as many features as a real atlas of the region', () => {
    expect(villages.length).toBeGreaterThan(4000);
    expect(villages.length).toBeLessThan(7000);
    expect(tenure.length).toBeGreaterThan(2000);
    expect(livelihoods.length).toBeGreaterThan(6000);
    // Parcels of a use that touch are one.
    expect(landUse.length).toBeGreaterThan(200);
    expect(reddCod.length).toBeGreaterThan(6);
    expect(reddCog.length).toBeGreaterThan(4);
  });

  it('has an id of its own for each feature', () => {
    const keyed: [Feature[], string][] = [
      [villages, 'village_id'],
      [livelihoods, 'livelihood_id'],
      [tenure, 'tenure_id'],
      [landUse, 'parcel_id'],
      [zones, 'zone_id'],
      [[...reddCod, ...reddCog], 'redd_id'],
    ];
    for (const [features, key] of keyed) {
      expect(new Set(valuesOf(features, key)).size).toBe(features.length);
    }
  });

  it('has valid rings that never cross, by the word of GEOS', () => {
    for (const { geometry } of [...tenure, ...landUse, ...zones, ...reddCod, ...reddCog]) {
      expect(ringFaults(geometry)).toEqual([]);
      expect(geosFindsValid(geometry)).toBe(true);
    }
  });

  it('leaves some answers open, as null and as missing keys', () => {
    for (const key of ['total_population', 'phone', 'description']) {
      expect(valuesOf(villages, key)).toContain(null);
    }
    for (const key of ['composition', 'electricity', 'surveyed']) {
      expect(valuesOf(villages, key)).toContain(undefined);
    }
    expect(valuesOf(livelihoods, 'name')).toContain(null);
    expect(valuesOf(tenure, 'surveyed')).toContain(undefined);
    expect(valuesOf(landUse, 'land_use')).toContain(null);
  });
});

describe('villages', () => {
  it('are on dry land in their country, in all six', () => {
    const countries = new Set<string | null>();
    for (const { geometry } of villages) {
      expect(isLake(geometry.coordinates)).toBe(false);
      countries.add(countryAt(geometry.coordinates));
    }
    expect([...countries].sort()).toEqual([...COUNTRIES].sort());
  });

  it('are dense in the four project extents', () => {
    for (const [name, { box }] of Object.entries(EXTENTS)) {
      const inside = villages.filter(({ geometry }) =>
        boxHolds(box, geometry.coordinates as unknown as Place),
      );
      // Fewer than around the largest towns, see `world.test.ts`.
      expect(inside.length, name).toBeGreaterThan(80);
    }
  });

  it('have names that no real town, province, river or lake has, nearly all of them once', () => {
    const names = valuesOf(villages, 'name').map((name) => foldName(String(name)));
    const real = new Set(skeleton.geography.realNames.map(foldName));
    expect(real.size).toBeGreaterThan(450);
    expect(names.filter((name) => real.has(name))).toEqual([]);
    const once = new Set(names).size;
    expect(once).toBeLessThan(names.length - 40);
    expect(once).toBeGreaterThan(names.length * 0.98);
  });

  it('have one name only far from each other, in one country', () => {
    const first = new Map<string, number>();
    skeleton.villages.forEach(({ name, place, country }, number) => {
      const other = skeleton.villages[first.get(name) ?? -1];
      first.set(name, number);
      if (!other) return;
      expect(other.country).toBe(country);
      expect(sphereKm([...other.place], [...place])).toBeGreaterThan(195);
    });
  });

  it('have attributes in their domains', () => {
    for (const { properties } of villages) {
      const village = properties!;
      expect([1, 2, 3, 4, 5, null]).toContain(village['poverty_perception']);
      expect([true, false, undefined]).toContain(village['electricity']);
      expect(String(village['phone'])).toMatch(/^(\+000 555 \d{4}|null)$/);
      expect(String(village['surveyed'])).toMatch(/^(20[12]\d-[01]\d-[0-3]\d|undefined)$/);
      expect(village['total_population'] ?? 50).toBeGreaterThan(40);
      expect(village['total_population'] ?? 50).toBeLessThan(5000);
      expect((village['main_activities'] as string[]).length).toBeGreaterThan(0);
    }
    expect(new Set(valuesOf(villages, 'poverty_perception')).size).toBe(6);
  });

  it('tell of their households in figures that agree, and are counted apart', () => {
    const products: number[] = [];
    for (const { properties } of villages) {
      const { households, household_size: size, total_population: people } = properties!;
      if (households === undefined) continue;
      expect(households).toBeGreaterThan(5);
      if (size === undefined || people === null) continue;
      // Rounded numbers of a hamlet differ most from the product.
      if (people > 200) expect(Math.abs((households * size) / people - 1)).toBeLessThan(0.35);
      products.push(Number(Math.round(households * size) === people));
    }
    expect(meanOf(products)).toBeLessThan(0.05);
    for (const key of ['housing_material', 'cooking_energy', 'lighting', 'land_access']) {
      expect(valuesOf(villages, key).every((value) => (value as string[]).length > 0)).toBe(true);
    }
  });

  it('name only pictures that the atlas has, none of the water far from it', () => {
    const wanted = new Set(valuesOf(villages, 'photos').flat());
    for (const map of valuesOf(villages, 'village_map')) if (map !== null) wanted.add(map);
    expect([...wanted].sort()).toEqual([...SCENES, ...SKETCH_MAPS].sort());
    const dry = skeleton.villages.flatMap(({ toWater }, number) => (toWater > 2 ? [number] : []));
    const photos = dry.flatMap((number) => villages[number]!.properties!['photos'] as string[]);
    expect(photos.length).toBeGreaterThan(100);
    expect(photos).not.toContain('river-landing.webp');
  });

  it('are described in English in two provinces, and in French elsewhere, with accents', () => {
    const texts = (inside: boolean): string =>
      JSON.stringify(
        villages
          .filter(
            (_, i) =>
              /^cmr-(nord|sud)-ouest$/.test(skeleton.villages[i]!.province ?? '') === inside,
          )
          .map(({ properties }) => properties!['description']),
      );
    expect(texts(true)).toContain('beside the stream');
    expect(texts(true)).not.toContain('au bord du ruisseau');
    expect(texts(false)).toContain('au bord du ruisseau');
    expect(texts(false)).toMatch(/[éèàâ]/);
  });
});

describe('tenure', () => {
  it('stays with every corner on dry land of the village’s country', () => {
    const outside = tenure.filter((land) => {
      const { country } = villageOf(skeleton, land);
      const corners = polygonsOf(land.geometry).flat(2);
      return corners.some((corner) => countryAt(corner) !== country || isLake(corner));
    });
    expect(valuesOf(outside, 'tenure_id')).toEqual([]);
  });

  it('holds its village, with a margin for a village at the edge', () => {
    for (const land of tenure) {
      const [lng, lat] = villageOf(skeleton, land).place;
      const nearby = [-0.004, 0, 0.004].flatMap((dx) =>
        [-0.004, 0, 0.004].map((dy): Position => [lng + dx, lat + dy]),
      );
      expect(nearby.some((place) => holds(land.geometry, place))).toBe(true);
    }
  });

  it('has areas of a believable size', () => {
    const areas = valuesOf(tenure, 'area_ha')
      .map(Number)
      .sort((one, other) => one - other);
    expect(areas[0]).toBeGreaterThan(300);
    expect(areas[Math.floor(areas.length / 2)]).toBeGreaterThan(800);
    // The largest forest that the law of DR Congo (decree 14/018) lets one community hold.
    expect(areas.at(-1)).toBeLessThan(50_000);
  });
});

describe('livelihoods', () => {
  it('are of all five kinds and no other', () => {
    expect([...new Set(valuesOf(livelihoods, 'type'))].sort()).toEqual([...LIVELIHOODS].sort());
  });

  it('lie as far from their village as their kind goes', () => {
    const ranges: Record<string, [number, number]> = {
      fishing: [0.2, 9.2],
      farming: [0.2, 4.05],
      hunting: [3.95, 15.1],
      gathering: [1.98, 8.1],
      other: [0.1, 3.05],
    };
    for (const spot of livelihoods) {
      const { geometry, properties } = spot;
      const km = sphereKm([...villageOf(skeleton, spot).place], geometry.coordinates);
      const [low, high] = ranges[String(properties!['type'])]!;
      expect(km).toBeGreaterThan(low);
      expect(km).toBeLessThan(high);
      expect(isLake(geometry.coordinates)).toBe(false);
    }
  });

  it('fish within two kilometres of water', () => {
    for (const { geometry, properties } of livelihoods) {
      if (properties!['type'] !== 'fishing') continue;
      const [lng, lat] = geometry.coordinates;
      expect(skeleton.nearWaters.nearest([lng!, lat!], 2)).not.toBeNull();
    }
  });
});

describe('nguti land use', () => {
  it('has all twenty uses, and less than one percent that are none of them', () => {
    const uses = valuesOf(landUse, 'land_use');
    for (const use of Object.keys(LAND_USES)) expect(uses).toContain(use);
    expect(Object.keys(LAND_USES)).toHaveLength(20);
    for (const use of OTHER_USES) expect(uses).toContain(use);
    const others = uses.filter((use) => OTHER_USES.some((other) => other === use));
    expect(others.length).toBeLessThan(uses.length / 100);
  });

  it('covers one council area without a gap or an overlap', () => {
    expect(countRings(openEdges(landUse.map(({ geometry }) => geometry)))).toBe(1);
  });

  it('lies in Cameroon and in its extent', () => {
    const outside = landUse
      .flatMap(({ geometry }) => polygonsOf(geometry).flat(2))
      .filter(
        (corner) =>
          countryAt(corner) !== 'cmr' || !boxHolds(EXTENTS.nguti.box, corner as unknown as Place),
      );
    expect(outside).toEqual([]);
  });

  it('builds where the villages are', () => {
    const isIn = (areas: Areas, place: Place): boolean =>
      areas.some(({ geometry }) => holds(geometry, [...place]));
    const inside = skeleton.villages.filter(
      ({ place, extent }) => extent === 'nguti' && isIn(landUse, place),
    );
    const built = landUse.filter(({ properties }) => properties!['land_use'] === 'currentbuilt');
    const housed = inside.filter(({ place }) => isIn(built, place));
    expect(inside.length).toBeGreaterThan(20);
    expect(housed.length / inside.length).toBeGreaterThan(0.9);
  });
});

describe('maniema land use', () => {
  it('has all nine classes, a few of them written out, and a few zones nobody decided on', () => {
    const uses = valuesOf(zones, 'land_use');
    for (let number = 1; number <= 9; number++) expect(uses).toContain(`class${number}`);
    expect(uses).toContain('Agriculture durable');
    expect(uses.filter((use) => use === null).length).toBeGreaterThan(2);
  });

  it('covers one area without a gap or an overlap, in DR Congo and in its extent', () => {
    expect(countRings(openEdges(zones.map(({ geometry }) => geometry)))).toBe(1);
    const outside = zones
      .flatMap(({ geometry }) => polygonsOf(geometry).flat(2))
      .filter(
        (corner) =>
          countryAt(corner) !== 'cod' || !boxHolds(EXTENTS.lup.box, corner as unknown as Place),
      );
    expect(outside).toEqual([]);
  });

  it('says of over 60 communities who manages their land and how it is used', () => {
    expect(new Set(valuesOf(zones, 'village')).size).toBeGreaterThan(60);
    for (const { properties } of [...zones, ...landUse]) {
      const zone = properties!;
      expect(zone['managed_by'] === null).toBe(zone['land_use'] === null);
      expect((zone['infrastructure'] as []).length > 0).toBe(
        zone['infrastructure_condition'] !== null,
      );
    }
    expect(valuesOf(landUse, 'infrastructure').flat()).toContain('bridge');
    expect(valuesOf(zones, 'infrastructure').flat()).toContain('bridge');
  });
});

describe('REDD areas', () => {
  const isPilot = ({ properties }: Areas[number]): boolean => properties!['nom_redd'] === 'PILOTE';

  it('have one pilot, a programme of its province, with the outline of the province', () => {
    const pilots = reddCod.filter(isPilot);
    expect(pilots).toHaveLength(1);
    expect(valuesOf(reddCog, 'nom_redd')).not.toContain('PILOTE');
    const { features } = JSON.parse(
      readFileSync(join(CONFIG, 'data/geography/provinces.geojson'), 'utf8'),
    ) as { features: Areas };
    const province = features.find(({ properties }) => properties!['name'] === 'Mai-Ndombe')!;
    expect(pilots[0]!.geometry).toEqual(province.geometry);
    // The province has 127 000 km².
    expect(Number(pilots[0]!.properties!['area_ha']) / 12_700_000).toBeCloseTo(1, 1);
  });

  it('stay inside their country, and out of the pilot', () => {
    const countriesOf = (areas: Areas): Set<string | null> =>
      new Set(areas.flatMap(({ geometry }) => polygonsOf(geometry).flat(2)).map(countryAt));
    const others = reddCod.filter((area) => !isPilot(area));
    expect(countriesOf(others)).toEqual(new Set(['cod']));
    expect(countriesOf(reddCog)).toEqual(new Set(['cog']));
    const pilot = createAreaIndex(reddCod.filter(isPilot).map(({ geometry }) => geometry));
    const shared = others
      .flatMap(({ geometry }) => polygonsOf(geometry).flat(2))
      .filter(([lng, lat]) => pilot.holds([lng!, lat!]));
    expect(shared).toEqual([]);
  });
});

describe('tree cover', () => {
  const at = (lng: number, lat: number): number => {
    const [west, south, east, north] = trees.bounds;
    const column = Math.floor(((lng - west) / (east - west)) * trees.width);
    const row = Math.floor(((north - lat) / (north - south)) * trees.height);
    return trees.values[row * trees.width + column]!;
  };

  it('is a grid of percents over the region, finer than 0.05 degrees', () => {
    expect(trees.values).toHaveLength(trees.width * trees.height);
    expect((trees.bounds[2] - trees.bounds[0]) / trees.width).toBeLessThan(0.05);
    expect(trees.values.every((value) => value <= 100 || value === 255)).toBe(true);
  });

  it('has no data at sea and on lakes', () => {
    expect(at(8.3, -4)).toBe(255);
    expect(at(29.4, -6)).toBe(255);
  });

  it('is dense in the Cuvette and thin in the north', () => {
    const mean = (west: number, south: number): number => {
      let sum = 0;
      for (let i = 0; i < 100; i++)
        sum += at(west + (i % 10) / 10, south + Math.floor(i / 10) / 10);
      return sum / 100;
    };
    expect(mean(21, 0)).toBeGreaterThan(75);
    expect(mean(19, 10.5)).toBeLessThan(35);
  });
});
