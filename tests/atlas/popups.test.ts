import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AtlasBundle, BundlePopup, PopupRow } from 'atlas-engine/runtime';
import { CONFIG, openShippedAtlas, type ShippedAtlas } from './shipped-atlas.ts';

/** A field whose every value occurs this often on average is taken for a list of answers. */
const REPEATED = 4;
/** Names and codes that repeat and are the same in every language. */
const NAMES = [
  'culture: clan',
  'logging-roads: fmu_id',
  'logging: company_na',
  'maniema-land-use: village',
  'mining: holder',
  'nguti-land-use: village',
  'protected-areas: iucn_category',
  'tenure: clan',
  'villages: clans',
];

let atlas: ShippedAtlas;
beforeAll(async () => {
  atlas = await openShippedAtlas();
});

/** The popups of a bundle, each with the id of its group. */
function popupsOf({ groups }: AtlasBundle): readonly (readonly [string, BundlePopup])[] {
  return Object.entries(groups).flatMap(([id, { popup, sublayers }]) =>
    [popup, ...sublayers.map((sublayer) => sublayer.popup)].flatMap((each) =>
      each ? [[id, each] as const] : [],
    ),
  );
}

/** What the features of a dataset hold in a field; items of lists one by one. */
function valuesIn(dataset: string, field: string): unknown[] {
  const load = atlas.model.datasets.get(dataset)!.load;
  const file = load.kind === 'service' ? load.else : load;
  if (file?.kind !== 'file' || !file.file.endsWith('json')) return [];
  const { features } = JSON.parse(readFileSync(join(CONFIG, file.file), 'utf8')) as {
    features: { properties: Record<string, unknown> }[];
  };
  return features.flatMap(({ properties }) => properties[field] ?? []);
}

/** The rows of texts and lists without words, each with the general groups that show it. */
function wordlessRows(bundle: AtlasBundle): { group: string; row: PopupRow }[] {
  return popupsOf(bundle).flatMap(([group, { rows, sections }]) =>
    [...rows, ...sections.flatMap((section) => section.rows)]
      .filter(({ type, format, values }) => /text|list/.test(type) && !format && !values)
      .map((row) => ({ group, row })),
  );
}

describe.each(['en', 'fr'])('popups (%s)', (locale) => {
  it('have no row that repeats the heading of its section', () => {
    const repeated = popupsOf(atlas.bundles[locale]!).flatMap(([group, { sections }]) =>
      sections.flatMap(({ heading, rows }) =>
        rows.filter(({ label }) => label === heading).map(({ field }) => `${group}: ${field}`),
      ),
    );
    expect(repeated).toEqual([]);
  });
});

describe('answers from a list', () => {
  it('are shown with words, not as they stand in the data', () => {
    const bundle = atlas.bundles['en']!;
    const raw = wordlessRows(bundle).flatMap(({ group, row }) =>
      bundle.groups[group]!.sublayers.flatMap(({ source }) => {
        const dataset = bundle.sources[source ?? '']?.dataset;
        if (dataset === undefined || dataset.includes('@')) return [];
        const values = valuesIn(dataset, row.field);
        return values.length > REPEATED * new Set(values).size ? [`${group}: ${row.field}`] : [];
      }),
    );
    expect([...new Set(raw)].sort()).toEqual([...NAMES].sort());
  });

  it('of a scale say where they lie on it', () => {
    const rows = atlas.bundles['fr']!.groups['villages']!.popup!.sections.flatMap(
      (section) => section.rows,
    );
    const scale = rows.find(({ field }) => field === 'poverty_perception');
    expect(scale?.values?.['2']).toBe('2 sur 5');
  });
});
