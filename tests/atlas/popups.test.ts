import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AtlasBundle, BundlePopup, PopupRow } from 'atlas-engine/runtime';
import { CONFIG, openShippedAtlas, type ShippedAtlas } from './shipped-atlas.ts';

/** A field whose values occur this often on average counts as a list of fixed answers. */
const REPEATED = 4;
/** Names and codes that repeat and need no translation. */
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

/** Returns the popups of a bundle with the ids of their groups. */
function popupsOf({ groups }: AtlasBundle): readonly (readonly [string, BundlePopup])[] {
  return Object.entries(groups).flatMap(([id, { popup, sublayers }]) =>
    [popup, ...sublayers.map((sublayer) => sublayer.popup)].flatMap((each) =>
      each ? [[id, each] as const] : [],
    ),
  );
}

/** Returns the values of a field in a dataset, with lists flattened. */
function valuesIn(dataset: string, field: string): unknown[] {
  const load = atlas.model.datasets.get(dataset)!.load;
  const file = load.kind === 'service' ? load.else : load;
  if (file?.kind !== 'file' || !file.file.endsWith('json')) return [];
  const { features } = JSON.parse(readFileSync(join(CONFIG, file.file), 'utf8')) as {
    features: { properties: Record<string, unknown> }[];
  };
  return features.flatMap(({ properties }) => properties[field] ?? []);
}

/** Returns the rows of texts and lists without labels for their values, with their groups. */
function wordlessRows(bundle: AtlasBundle): { group: string; row: PopupRow }[] {
  return popupsOf(bundle).flatMap(([group, { rows, sections }]) =>
    [...rows, ...sections.flatMap((section) => section.rows)]
      .filter(({ type, format, values }) => /text|list/.test(type) && !format && !values)
      .map((row) => ({ group, row })),
  );
}

describe.each(['en', 'fr'])('popups (%s)', (locale) => {
  it('do not have a row that repeats the heading of its section', () => {
    const repeated = popupsOf(atlas.bundles[locale]!).flatMap(([group, { sections }]) =>
      sections.flatMap(({ heading, rows }) =>
        rows.filter(({ label }) => label === heading).map(({ field }) => `${group}: ${field}`),
      ),
    );
    expect(repeated).toEqual([]);
  });
});

describe('values from a fixed list', () => {
  it('have labels', () => {
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

  it('have labels with the length of the scale', () => {
    const rows = atlas.bundles['fr']!.groups['villages']!.popup!.sections.flatMap(
      (section) => section.rows,
    );
    const scale = rows.find(({ field }) => field === 'poverty_perception');
    expect(scale?.values?.['2']).toBe('2 sur 5');
  });
});
