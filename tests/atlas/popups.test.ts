import { beforeAll, describe, expect, it } from 'vitest';
import {
  compilePopup,
  linesOf,
  type AtlasBundle,
  type FeatureHit,
  type PopupRow,
} from 'atlas-engine/runtime';
import { openShippedAtlas, type ShippedAtlas } from './shipped-atlas.ts';
import { clickablePlaces, shippedFeatures } from './shipped-features.ts';

/** Rows and titles that may show the raw value: names, and references of documents. */
const NAMES = [
  'agro-industry: company',
  'agro-industry: name',
  'agro-industry: name_en',
  'camps: village',
  'community-forests: application.reference',
  'community-forests: association',
  'community-forests: attributai',
  'community-forests: name',
  'community-forests: nom_fcom',
  'community-forests: village',
  'countries: name_en',
  'countries: name_fr',
  'culture: clan',
  'culture: village',
  'education: name',
  'education: village',
  'farming: village',
  'health: name',
  'health: village',
  'indigenous-peoples: name',
  'indigenous-peoples: name_en',
  'indigenous-peoples: name_fr',
  'landscapes: lead',
  'landscapes: name',
  'landscapes: name_en',
  'livelihoods: village',
  'logging-roads: fmu_id',
  'logging: company_na',
  'logging: fmu_name',
  'maniema-land-use: village',
  'maniema-land-use: zone_id',
  'mining: holder',
  'mining: permit_no',
  'nguti-land-use: parcel_id',
  'nguti-land-use: village',
  'oil-permits: name',
  'oil-permits: operator',
  'protected-areas: name',
  'protected-areas: name_en',
  'redd: name_en',
  'redd: name_fr',
  'redd: nom_redd',
  'redd: proponent',
  'redd: standard',
  'survey-areas: name_en',
  'survey-areas: name_fr',
  'tenure: clan',
  'tenure: village',
  'villages: clans',
  'villages: name',
];

/** Datasets with a name field for each language. */
const BY_LANGUAGE = ['villages', 'indigenous-peoples', 'survey-areas'];

let atlas: ShippedAtlas;
let features: ReadonlyMap<string, readonly FeatureHit[]>;
beforeAll(async () => {
  atlas = await openShippedAtlas();
  features = await shippedFeatures(atlas.model, clickablePlaces(atlas.bundles['en']!));
});

type Field = Omit<PopupRow, 'label'>;

/** Returns the title fields and the rows of the popup of a feature. */
function fieldsOf(bundle: AtlasBundle, { group, sublayer }: FeatureHit): readonly Field[] {
  const { popup: shared, sublayers } = bundle.groups[group]!;
  const popup = sublayers.find(({ id }) => id === sublayer)?.popup ?? shared!;
  const { title = [], rows, sections } = popup;
  return [...title, ...rows, ...sections.flatMap((section) => section.rows)];
}

/** Returns the items of a list, or a single value as a list; empty for an empty value. */
function valuesOf(value: unknown): readonly string[] {
  return [value]
    .flat()
    .map((each) => String(each ?? '').trim())
    .filter((each) => each !== '');
}

/** Returns at most 200 features of a dataset, at regular intervals in their order. */
function some(hits: readonly FeatureHit[]): readonly FeatureHit[] {
  const step = Math.ceil(hits.length / 200);
  return hits.filter((_, i) => i % step === 0);
}

it('popups show a raw value only if it is a name', () => {
  const asIs = Object.values(atlas.bundles).flatMap((bundle) =>
    [...features.values()].flatMap(([hit]) =>
      fieldsOf(bundle, hit!)
        .filter(({ type }) => type === 'text' || type === 'list')
        .filter(({ format, values, language }) => !format && !values && !language)
        .map(({ field }) => `${hit!.group}: ${field}`),
    ),
  );
  expect([...new Set(asIs)].sort()).toEqual(NAMES);
});

describe.each(['en', 'fr'])('popups (%s)', (locale) => {
  it('are opened by a feature of every dataset with attributes', () => {
    const named = [...atlas.model.datasets.values()].filter(
      ({ id, geometry, within }) =>
        geometry !== 'raster' &&
        within === undefined &&
        // The tool Explore reads `sample-areas`; no group draws them. The hatch has no popup.
        !/^(?:province|town)-names|^(?:sample|unmapped)-areas$/.test(id),
    );
    expect([...features.keys()].sort()).toEqual(named.map(({ id }) => id).sort());
    for (const [dataset, hits] of features) expect(hits.length, dataset).toBeGreaterThan(0);
  });

  it('show the label of every value that has one', () => {
    const bundle = atlas.bundles[locale]!;
    const raw = new Set<string>();
    for (const [dataset, hits] of features)
      for (const { field, values, otherwise } of fieldsOf(bundle, hits[0]!))
        if (values && otherwise === undefined)
          for (const { properties } of hits)
            for (const value of valuesOf(properties[field]))
              if (!Object.hasOwn(values, value)) raw.add(`${dataset}: ${field} = ${value}`);
    expect([...raw]).toEqual([]);
  });

  it('have a title, which is not the name of the layer', () => {
    const bundle = atlas.bundles[locale]!;
    const untitled = [...features].flatMap(([dataset, hits]) =>
      some(hits).some((hit) => {
        const { title, layer } = compilePopup(bundle, hit);
        return title === layer;
      })
        ? [dataset]
        : [],
    );
    expect(untitled).toEqual([]);
  });

  it.each(BY_LANGUAGE)('of %s have a title in the language', (dataset) => {
    const bundle = atlas.bundles[locale]!;
    for (const hit of some(features.get(dataset)!)) {
      const { name = null, [`name_${locale}`]: own = null } = hit.properties;
      const wanted = own ?? name;
      if (wanted !== null) expect(compilePopup(bundle, hit).title).toBe(wanted);
    }
  });

  it('have no empty row, no unit that repeats the label, and no row that repeats its section', () => {
    const bundle = atlas.bundles[locale]!;
    const wrong = new Set<string>();
    for (const [dataset, hits] of features)
      for (const hit of some(hits)) {
        const { rows, sections } = compilePopup(bundle, hit);
        for (const { heading, rows: inner } of [{ heading: '', rows }, ...sections])
          for (const { label, value } of inner) {
            const unit = value.replace(/[\d\s.,]/g, '').toLowerCase();
            if (value === '' || label === heading || unit === label.toLowerCase())
              wrong.add(`${dataset}: ${label}: ${value}`);
          }
      }
    expect([...wrong]).toEqual([]);
  });

  it('mark a free text in another language', () => {
    const bundle = atlas.bundles[locale]!;
    const marked = some(features.get('villages')!).flatMap((hit) => {
      const rows = compilePopup(bundle, hit).sections.flatMap((section) => section.rows);
      const row = rows.find(({ value }) => value === hit.properties['description']);
      return row ? [[hit.properties['survey_language'], row.language]] : [];
    });
    expect(marked.length).toBeGreaterThan(100);
    for (const [written, remark] of marked)
      expect(remark).toBe(written === locale ? undefined : written);
  });

  it('show the states of management plans in the language, not as ministries write them', () => {
    const bundle = atlas.bundles[locale]!;
    const logging = [...features].flatMap(([id, hits]) => (id.startsWith('logging-') ? hits : []));
    const shown = new Map(
      logging.flatMap((hit) => {
        const row = fieldsOf(bundle, hit).find(({ field }) => field === 'm_plan_sta')!;
        const lines = linesOf([{ ...row, label: '' }], { ...hit, dataset: undefined }, bundle);
        return lines.map(({ value }) => [hit.properties['m_plan_sta'], value] as const);
      }),
    );
    expect([...shown].filter(([written, label]) => written === label)).toEqual([]);
    expect([shown.get('suspendu'), shown.get('depose')]).toEqual(
      locale === 'fr'
        ? ['Autre statut', 'Plan en cours d’élaboration']
        : ['Other status', 'Plan in preparation'],
    );
  });

  it('show a value of a scale with the scale', () => {
    const { values } = fieldsOf(atlas.bundles[locale]!, features.get('villages')![0]!).find(
      ({ field }) => field === 'poverty_perception',
    )!;
    expect(values?.['2']).toBe(locale === 'fr' ? '2 sur 5' : '2 of 5');
  });
});
