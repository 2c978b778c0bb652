/** An atlas of an invented river with one layer of each kind of source. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeTile } from '../../../cli/geography/tile-features.ts';
import { writePmtiles } from '../../../server/pmtiles/write-pmtiles.ts';
import { plainTile } from '../../contract/services/harbours.ts';

/** Text in a field of weirs that the tiles do not have. */
export const REMARK = 'Repaired after the flood';

/** The colours of the layers on the map, by group, and the longitude of their only feature. */
export const LAYERS = {
  weirs: { en: 'Weirs', fr: 'Barrages', color: '#7A1F5C', lng: -38 },
  locks: { en: 'Locks', fr: 'Écluses', color: '#2E7D4F', lng: -34 },
  fords: { en: 'Fords', fr: 'Gués', color: '#B4532A', lng: -30 },
  piers: { en: 'Piers', fr: 'Jetées', color: '#1F6695', lng: -26 },
  fields: { en: 'Fields', fr: 'Champs', color: '#8A6D00', lng: -22 },
  mills: { en: 'Mills', fr: 'Moulins', color: '#222222', lng: -18 },
} as const;

export type Layer = keyof typeof LAYERS;

/** The colour of the base map, and of the plain ground without its archive. */
export const GROUND = { base: '#D9C79E', plain: '#CFE3EE' } as const;

const WORLD = [-180, -85, 180, 85] as const;

const NAME = 'name: { type: text, label: { en: Name, fr: Nom } }';

const dataset = (id: Layer, more = `fields: { ${NAME} }`): string =>
  `  - { id: ${id}, geometry: point, permission: anyone, load: { file: data/${id}.geojson }, ${more} }\n`;

/** Remarks and photographs are lists, which are fetched when a weir is selected. */
const WEIRS = `fields: { ${NAME}, remarks: { type: list, label: { en: Remarks, fr: Remarques } },
      views: { type: list, format: photos, folder: icons, label: { en: Views, fr: Vues } } }`;

const group = (id: Layer, category: string): string => {
  const { en, fr, color } = LAYERS[id];
  return `  - { id: ${id}, name: { en: ${en}, fr: ${fr} }, category: ${category}, popup: { title: name, fields: [${id === 'weirs' ? 'remarks, views' : ''}] }, sublayers: [
      { id: dot, type: circle, source: ${id}, paint: { circle-color: '${color}', circle-radius: 14 } }] }\n`;
};

const ATLAS = `atlas: 1
id: weirs
title: { en: Atlas of Weirs, fr: Atlas des barrages }
locales: { available: [en, fr], default: en, fallback: en, session: en }
region: { bounds: [-60, -20, 0, 20], countries: [{ id: ara, name: { all: Arandel } }] }
home: { bounds: [-42, -8, -14, 8] }
permissions:
  levels:
    - { id: anyone, name: { en: Everyone, fr: Tous } }
    - { id: keeper, name: { en: Keepers, fr: Gardiens }, granted: by-operator }
categories:
  - { id: river, order: 10, name: { en: River, fr: Fleuve } }
  - { id: bank, order: 20, name: { en: Bank, fr: Rive } }
sources:
  - { id: ground, type: raster, file: data/ground.pmtiles, minzoom: 0, maxzoom: 0 }
  - { id: fords, type: geojson, file: data/fords.geojson, fields: { name: text } }
theme: { icons: icons }
pages:
  - { id: privacy-policy, title: { en: Privacy, fr: Confidentialité }, text: { en: Nothing is stored., fr: Rien n’est conservé. }, date: 2026-01-01 }
base-layers:
  - id: chart
    order: 1
    name: { en: Chart, fr: Carte }
    ground: light
    sublayers:
      - { id: sea, type: background, paint: { background-color: '${GROUND.plain}' } }
      - { id: land, type: raster, source: ground }
  - { id: plain, order: 2, name: { en: Plain, fr: Simple }, ground: light, sublayers: [{ id: sea, type: background, paint: { background-color: '${GROUND.plain}' } }] }
datasets:
${dataset('weirs', WEIRS)}${dataset('locks')}${dataset('fields')}${dataset('mills')}
${dataset('piers', `driver: { pmtiles: data/piers.pmtiles, source-layer: pier }, fields: { ${NAME} }`)}  - { id: vaults, geometry: point, permission: keeper, load: { file: data/vaults.geojson }, fields: {} }
groups:
${group('weirs', 'river')}${group('locks', 'river')}${group('fords', 'river')}${group('piers', 'river')}${group('fields', 'bank')}  - { id: mills, name: { en: ${LAYERS.mills.en}, fr: ${LAYERS.mills.fr} }, category: river, sublayers: [
      { id: sign, type: symbol, source: mills, layout: { icon-image: mill, icon-allow-overlap: true } }] }
  - { id: names, name: { en: Names, fr: Noms }, category: river, sublayers: [
      { id: name, type: symbol, source: weirs, layout: { text-field: { field: name }, text-offset: [0, 2] }, paint: { text-color: '#000000' }, legend: none }] }
  - { id: vaults, name: { en: Vaults, fr: Voûtes }, category: bank, sublayers: [{ id: dot, type: circle, source: vaults, paint: { circle-color: '#000000' } }] }
`;

/** Too large for the bundle, so that it is a request of its own. */
const MILL =
  `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="30"><rect width="30" height="30" fill="${LAYERS.mills.color}"/></svg>`.padEnd(
    3_000,
  );

export interface Weirs {
  readonly config: string;
  readonly dataDir: string;
  remove(): void;
}

/** Writes the atlas into a temporary folder. */
export function makeWeirs(): Weirs {
  const root = mkdtempSync(join(tmpdir(), 'atlas-weirs-'));
  const config = join(root, 'config');
  for (const folder of ['data', 'icons']) mkdirSync(join(config, folder), { recursive: true });
  writeFileSync(join(config, 'atlas.yaml'), ATLAS);
  writeFileSync(join(config, 'icons/mill.svg'), MILL);
  for (const [id, { en, lng }] of Object.entries({ ...LAYERS, vaults: LAYERS.weirs })) {
    const feature = {
      type: 'Feature',
      properties: { name: en, remarks: [REMARK], views: ['mill.svg'] },
      geometry: { type: 'Point', coordinates: [lng, 0] },
    };
    writeFileSync(
      join(config, `data/${id}.geojson`),
      JSON.stringify({ type: 'FeatureCollection', features: [feature] }),
    );
  }
  writePmtiles(join(config, 'data/ground.pmtiles'), {
    tiles: [{ z: 0, x: 0, y: 0, data: plainTile(GROUND.base) }],
    tileType: 'png',
    metadata: { name: 'ground' },
    bounds: WORLD,
  });
  const x = Math.round(((LAYERS.piers.lng + 180) / 360) * 4096);
  const pier = {
    properties: { name: 'Piers' },
    geometry: { kind: 'point', points: [[x, 2048] as [number, number]] },
  } as const;
  writePmtiles(join(config, 'data/piers.pmtiles'), {
    tiles: [{ z: 0, x: 0, y: 0, data: encodeTile(new Map([['pier', [pier]]])) }],
    tileType: 'mvt',
    metadata: { vector_layers: [{ id: 'pier', fields: { name: 'String' } }] },
    bounds: WORLD,
  });
  return {
    config,
    dataDir: join(root, 'data'),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Where the page shows a layer's feature, in px: 28° west is in the middle beside the panel, at zoom 3. */
export function xOf(lng: number): number {
  return Math.round(820 + ((lng + 28) * 512 * 8) / 360);
}

/** The height in px at which all features are. */
export const Y = 400;
