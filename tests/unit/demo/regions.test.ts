import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Feature, Point } from 'geojson';
import { beforeAll, describe, expect, it } from 'vitest';
import { kilometres, type Place } from '../../../demo/generators/distance.ts';
import { type LandCover, readLandCover } from '../../../demo/generators/skeleton/land-cover.ts';
import { type Skeleton, skeletonOf } from '../../../demo/generators/skeleton/skeleton.ts';
import { type Areas, holds, meanOf, polygonsOf } from './checks.ts';
import { CONFIG, GENERATION_TIMEOUT, makeFeatures } from './made.ts';

type Attributes = Readonly<Record<string, unknown>>;

let villages: Feature<Point>[];
let provinces: Areas;
let skeleton: Skeleton;
let cover: LandCover;
/** The layers with places and what people do or grow there. */
const layers = new Map<string, Feature[]>();

beforeAll(async () => {
  skeleton = await skeletonOf(CONFIG);
  cover = await readLandCover(CONFIG);
  for (const name of [
    'livelihoods',
    'farming-points',
    'camps',
    'agro-industry-cmr',
    'agro-industry-cod',
  ])
    layers.set(name, await makeFeatures(name));
  villages = await makeFeatures('villages');
  const text = readFileSync(join(CONFIG, 'data/geography/provinces.geojson'), 'utf8');
  provinces = (JSON.parse(text) as { features: Areas }).features;
}, GENERATION_TIMEOUT);

const placeOf = ({ geometry }: Feature): Place =>
  (geometry as Point).coordinates as unknown as Place;

/** Returns the attributes of the villages in some provinces, given by their ids. */
function villagesIn(...ids: string[]): Attributes[] {
  const areas = provinces.filter(({ properties }) => ids.includes(String(properties!['id'])));
  expect(areas.length).toBe(ids.length);
  return villages.flatMap(({ geometry, properties }) =>
    areas.some((area) => holds(area.geometry, geometry.coordinates)) ? [properties!] : [],
  );
}

/** Returns the share of some villages whose list of answers contains an answer. */
function share(all: readonly Attributes[], field: string, answer: string): number {
  expect(all.length).toBeGreaterThan(15);
  return all.filter((village) => (village[field] as string[]).includes(answer)).length / all.length;
}

describe('languages', () => {
  it('are English and Pidgin in the two English-speaking provinces of Cameroon only', () => {
    const english = villagesIn('cmr-nord-ouest', 'cmr-sud-ouest');
    for (const language of ['english', 'pidgin'])
      expect(share(english, 'languages_spoken', language), language).toBe(1);
    expect(new Set(english.map((village) => village['survey_language']))).toEqual(new Set(['en']));
    const centre = villagesIn('cmr-centre', 'cmr-est', 'cmr-sud');
    expect(share(centre, 'languages_spoken', 'english')).toBe(0);
    expect(new Set(centre.map((village) => village['survey_language']))).toEqual(new Set(['fr']));
  });

  it.each([
    ['lingala', ['cod-kinshasa']],
    ['kituba', ['cod-kinshasa']],
    ['lingala', ['cod-mai-ndombe', 'cod-equateur', 'cod-mongala', 'cod-tshopo']],
    ['kituba', ['cod-kongo-central', 'cod-kwilu']],
    ['swahili', ['cod-nord-kivu', 'cod-sud-kivu', 'cod-maniema', 'cod-tshopo']],
    ['sango', ['caf-lobaye', 'caf-ombella-m-poko']],
  ])('of trade are %s in %s', (language, ids) => {
    expect(share(villagesIn(...ids), 'languages_spoken', language)).toBe(1);
  });
});

describe('what grows', () => {
  /** The limits that farmers of the Grassfields name: above them, the crops of the forest fail. */
  const HIGH = 1210;
  const isHigh = (site: Feature): boolean => skeleton.geography.relief(placeOf(site)) > HIGH;
  const isOpen = (site: Feature): boolean => (cover.treesAt(placeOf(site)) ?? 100) < 50;
  const given = (site: Feature): string[] =>
    (site.properties!['resources'] ?? site.properties!['crops']) as string[];
  const farms = (): Feature[] => [
    ...layers.get('livelihoods')!.filter(({ properties }) => properties!['type'] !== 'fishing'),
    ...layers.get('farming-points')!,
  ];

  it('excludes cocoa, bananas and oil palms in the highlands and in savanna', () => {
    const sites = farms().filter((site) => isHigh(site) || isOpen(site));
    expect(sites.length).toBeGreaterThan(1000);
    for (const crop of ['cocoa', 'plantain', 'palm_wine', 'safou', 'eru_leaves'])
      expect(sites.filter((site) => given(site).includes(crop)).length, crop).toBeLessThan(6);
    const oil = villages.filter(({ properties }) =>
      (properties!['main_activities'] as string[]).includes('palm_oil'),
    );
    expect(oil.filter((village) => isHigh(village) || isOpen(village))).toEqual([]);
    expect(oil.length).toBeGreaterThan(500);
  });

  it('is tea or sugar in the plantations there', () => {
    const plantations = [...layers.get('agro-industry-cmr')!, ...layers.get('agro-industry-cod')!];
    const open = plantations.filter(({ geometry }) => {
      const corners = polygonsOf(geometry as Areas[number]['geometry']).flat(2);
      const middle: Place = [
        meanOf(corners.map(([lng]) => lng!)),
        meanOf(corners.map(([, lat]) => lat!)),
      ];
      return skeleton.geography.relief(middle) > 1300 || (cover.treesAt(middle) ?? 100) < 40;
    });
    expect(open.length).toBeGreaterThan(5);
    for (const { properties } of open) expect(['the', 'canne']).toContain(properties!['crop']);
  });

  it('is coffee above 1000 m only, potatoes and cattle in the highlands', () => {
    const coffee = farms().filter((site) => given(site).includes('coffee'));
    expect(coffee.length).toBeGreaterThan(30);
    const heights = coffee.map((site) => skeleton.geography.relief(placeOf(site)));
    // A field is up to four kilometres down the slope from its village.
    expect(heights.filter((height) => height < 1000).length / heights.length).toBeLessThan(0.05);
    const high = farms().filter(isHigh);
    for (const crop of ['irish_potatoes', 'cattle', 'beans'])
      expect(high.filter((site) => given(site).includes(crop)).length, crop).toBeGreaterThan(10);
  });
});

describe('people at the water', () => {
  it('fish, nearly all within three kilometres of a large river or a lake', () => {
    const isFishing = (village: Feature): boolean =>
      (village.properties!['main_activities'] as string[]).includes('fishing');
    const shares = (isNear: boolean): number =>
      meanOf(
        villages
          .filter(
            (village) => (skeleton.nearBanks.nearest(placeOf(village), 3) !== null) === isNear,
          )
          .map((village) => Number(isFishing(village))),
      );
    expect(shares(true)).toBeGreaterThan(0.8);
    expect(shares(false)).toBeLessThan(0.15);
  });
});

describe('around large towns', () => {
  it('nobody camps or hunts in the town or within five kilometres of it', () => {
    const { towns, townPopulations } = skeleton.geography;
    // A town of 50 000 people has a radius of 2 km, one of eight million 16 km.
    const large = towns.flatMap((town, i) =>
      townPopulations[i]! >= 50_000
        ? [{ town, km: 5.8 + Math.sqrt(townPopulations[i]!) / 192 }]
        : [],
    );
    const hunting = layers
      .get('livelihoods')!
      .filter(({ properties }) => properties!['type'] === 'hunting');
    const near = [...layers.get('camps')!, ...hunting].filter((site) =>
      large.some(({ town, km }) => kilometres(town, placeOf(site)) < km),
    );
    expect(hunting.length).toBeGreaterThan(1500);
    expect(near.map(({ properties }) => properties)).toEqual([]);
  });
});

it('the text about the reserve names the villages and people that the data have there', async () => {
  const parks: Areas = await makeFeatures('protected-areas-cod');
  const reserve = parks.find(({ properties }) => properties!['pa_id'] === 'AP-COD-01')!;
  const inside = villages.filter(({ geometry }) => holds(reserve.geometry, geometry.coordinates));
  const people = inside.reduce(
    (sum, { properties }) => sum + Number(properties!['total_population'] ?? 0),
    0,
  );
  const text = readFileSync(join(CONFIG, 'texts/tumba-ledima-2.en.md'), 'utf8');
  const [, counted, thousands] = /the (\d+) villages mapped so far have (\d+),000/.exec(text)!;
  expect(inside.length).toBe(Number(counted));
  expect(Math.round(people / 1000)).toBe(Number(thousands));
});
