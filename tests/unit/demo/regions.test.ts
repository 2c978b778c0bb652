import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Feature, Point } from 'geojson';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Areas, holds } from './checks.ts';
import { CONFIG, makeFeatures } from './made.ts';

type Attributes = Readonly<Record<string, unknown>>;

let villages: Feature<Point>[];
let provinces: Areas;

beforeAll(async () => {
  villages = await makeFeatures('villages');
  const text = readFileSync(join(CONFIG, 'data/geography/provinces.geojson'), 'utf8');
  provinces = (JSON.parse(text) as { features: Areas }).features;
});

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
