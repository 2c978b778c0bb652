/** Permissions, feeds and conditions of use of the shipped data fit each other. */
import { beforeAll, expect, it } from 'vitest';
import { loadAtlas, type AtlasModel, type Dataset } from 'atlas-engine';
import { readConfigFolder } from '../../server/config/read-config-folder.ts';
import { CONFIG } from './shipped-atlas.ts';

let model: AtlasModel;
let datasets: readonly Dataset[];

beforeAll(async () => {
  const loaded = loadAtlas(await readConfigFolder(CONFIG));
  if (!loaded.ok) throw new Error('The shipped atlas has errors.');
  ({ model } = loaded);
  datasets = [...model.datasets.values()].filter(({ within }) => !within);
});

it('gives data that an operator grants restricted terms, and no licence', () => {
  const guarded = datasets.filter(({ permission: { view, download }, fields }) =>
    [view, download, ...[...fields.values()].map((field) => field.permission)].some(
      ({ granted }) => granted === 'by-operator',
    ),
  );
  expect(guarded.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['tenure', 'culture', 'livelihoods', 'villages', 'nguti-land-use']),
  );
  for (const { id, info } of guarded)
    expect([id, info.licence, info.terms?.restricted]).toEqual([id, undefined, true]);
});

it('gives all other data no restricted terms', () => {
  const open = datasets.filter(({ permission }) => permission.download.rank === 0);
  expect(open.length).toBeGreaterThan(5);
  for (const { id, info } of open) expect([id, info.terms]).toEqual([id, undefined]);
});

it('requires the permission to download for a whole dataset as GeoJSON', () => {
  for (const { id, feeds, permission } of datasets) {
    const isStricter = permission.download.rank > permission.view.rank;
    if (feeds.geojson !== null && isStricter)
      expect([id, feeds.wholeGeojson]).toEqual([id, 'download']);
  }
});

it('states purpose, no passing on and deletion in the terms, in both languages', () => {
  const [terms] = model.terms;
  for (const part of ['Purpose', 'do not pass on', 'withdraws its consent', 'delete'])
    expect(terms?.text['en']).toContain(part);
  for (const part of ['Finalité', 'ne transmettez', 'retire son consentement', 'supprimez'])
    expect(terms?.text['fr']).toContain(part);
});

it('does not let a licence go before the agreement for restricted data', () => {
  const agreement = model.pages.find(({ id }) => id === 'data-agreement');
  expect(agreement?.text['en']).toContain('No licence covers restricted data.');
  expect(agreement?.text['fr']).toContain(
    'Aucune licence ne couvre les données à accès restreint.',
  );
});
