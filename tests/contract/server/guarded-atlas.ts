/**
 * An atlas of an invented region in which everything that can be restricted is restricted: locked and
 * hidden datasets of points, areas and cells, fields above their dataset, classes, texts, icons,
 * projects. Restricted values are parameters, so that they can be replaced.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { writeGeotiff } from '../../../demo/write-geotiff.ts';
import { writePmtiles } from '../../../server/pmtiles/write-pmtiles.ts';
import { writeAtlas } from '../../build-atlas.ts';
import { plainTile } from '../services/harbours.ts';
import { areas, both, drawNames, pictures, points, type Names } from './guarded-data.ts';
import { hidden, locked } from './guarded-parts.ts';
import type { Secrets } from './secrets.ts';

/** First bytes by which a check accepts a file as a picture. */
const PICTURE = 'GIF89a ';

export interface GuardedAtlas {
  readonly configDir: string;
  /** Ids and names that exist only in this variant of the atlas. */
  readonly hiddenNames: readonly string[];
  /** Paths of the pictures that features name. */
  readonly pictures: readonly string[];
}

const RASTER = { bounds: [9, -3, 17, 5], width: 16, height: 16 } as const;

/** Writes the configuration to a new folder; `withHidden: false` leaves out everything hidden. */
export async function writeGuardedAtlas(
  secrets: Secrets,
  { withHidden = true } = {},
): Promise<GuardedAtlas> {
  const names = drawNames(secrets);
  const configDir = mkdtempSync(join(tmpdir(), 'atlas-guarded-'));
  writeAtlas(configDir, entry(secrets, names, withHidden));
  const files: Record<string, object | string> = {
    'open.yaml': openParts(),
    'wells.yaml': wells(secrets, names),
    'locked.yaml': locked(secrets, names),
    ...(withHidden && { 'hidden.yaml': hidden(secrets, names) }),
    'data/wells.geojson': points(secrets, names, 'wells'),
    'data/graves.geojson': points(secrets, names, 'graves'),
    'data/nests.geojson': areas(secrets),
    'data/shrines.geojson': points(secrets, names, 'shrines'),
    'data/posts.geojson': points(secrets, names, 'posts'),
    'data/ledger.geojson': points(secrets, names, 'ledger'),
    'data/unnamed.txt': secrets.word('elder'),
    'icons/well.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    [`icons/${names.icon}.svg`]: `<svg xmlns="http://www.w3.org/2000/svg"><title>${secrets.word('elder')}</title></svg>`,
    'legends/plain.png': `${PICTURE}a base map`,
    [`legends/${names.icon}.png`]: PICTURE + secrets.word('elder'),
    ...(withHidden && { [`legends/${names.shrineIcon}.png`]: PICTURE + secrets.word('elder') }),
    ...pictures(secrets, names, withHidden),
    'texts/coast.en.md': 'The coast.',
    'texts/coast.fr.md': 'La côte.',
    'texts/graves.en.md': `About ${secrets.word('elder')}.`,
    'texts/graves.fr.md': `De ${secrets.word('elder')}.`,
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(configDir, name)), { recursive: true });
    // JSON is YAML, so a program can write the configuration.
    writeFileSync(
      join(configDir, name),
      typeof content === 'string' ? content : JSON.stringify(content, null, 1),
    );
  }
  writePmtiles(join(configDir, 'data/relief.pmtiles'), {
    tiles: [{ z: 0, x: 0, y: 0, data: plainTile('#018697') }],
    tileType: 'png',
    metadata: { name: 'relief' },
    bounds: [-180, -85, 180, 85],
  });
  const { width, height } = RASTER;
  const heat = Uint8Array.from({ length: width * height }, (_, cell) => cell % 100);
  const hoards = heat.map(() => secrets.number('warden', 100));
  for (const [id, values] of Object.entries({ heat, hoards }))
    writeFileSync(join(configDir, `data/${id}.tif`), await writeGeotiff({ ...RASTER, values }));
  return {
    configDir,
    hiddenNames: [
      names.shrines,
      `${names.shrines}-map`,
      names.shrineGroup,
      `${names.shrines}-walk`,
      `wells@${names.shrines}-walk`,
    ],
    pictures: Object.keys(files).filter((name) => name.startsWith('photos/')),
  };
}

/** Returns the parts of the configuration that the smallest atlas lacks, or has in another form. */
function entry(secrets: Secrets, { shrineCategory }: Names, withHidden: boolean): string {
  const hiddenCategory = (): string =>
    `- { id: ${shrineCategory}, order: 30, name: { all: ${secrets.word('elder')} } }`;
  return `
id: guarded-coast
title: { en: Guarded coast, fr: Côte gardée }
region: { bounds: [8, -4, 20, 6], countries: [{ id: ara, name: { all: Arandel } }] }
home: { bounds: [9, -3, 19, 5] }
permissions:
  levels:
    - { id: everyone, name: { all: Everyone } }
    - { id: member, name: { all: Members }, granted: on-confirmation }
    - { id: warden, name: { all: Wardens }, when-denied: lock, granted: by-operator }
    - { id: elder, name: { all: Elders }, when-denied: lock, granted: by-operator }
tools:
  analyse: { order: 10, permission: everyone, first: [graves, posts], timeout: 20 s }
categories:
  - { id: water, order: 10, name: { all: Water } }
  - { id: people, order: 20, name: { all: People } }
  ${withHidden ? hiddenCategory() : ''}
attribution: [{ text: { all: Invented } }]
`;
}

function openParts(): object {
  return {
    sources: [
      { id: 'relief', type: 'raster-dem', file: 'data/relief.pmtiles', encoding: 'terrarium' },
    ],
    'base-layers': [
      {
        id: 'plain',
        order: 1,
        name: both('Plain'),
        ground: 'light',
        maxzoom: 20,
        thumbnail: 'legends/plain.png',
        sublayers: [{ id: 'sea', type: 'background', paint: { 'background-color': '#CFE3EE' } }],
      },
    ],
    hillshade: { source: 'relief', exaggeration: 0.3, checked: false },
    datasets: [
      {
        id: 'heat',
        geometry: 'raster',
        permission: 'everyone',
        load: { file: 'data/heat.tif' },
        feeds: { wms: 'heat', analysis: true },
      },
    ],
    classes: [
      {
        id: 'heat',
        ramp: [
          [0, '#0000FF'],
          [100, '#FF0000'],
        ],
        unit: both('%'),
      },
    ],
    groups: [
      {
        id: 'heat',
        name: both('Heat'),
        category: 'water',
        sublayers: [{ id: 'map', type: 'raster', source: 'heat', classes: 'heat' }],
      },
    ],
  };
}

/** Returns the public points, some only for members, with fields for wardens and for elders. */
function wells(secrets: Secrets, { owner, portrait, depth, badge }: Names): object {
  return {
    datasets: [
      {
        id: 'wells',
        geometry: 'point',
        permission: { view: 'everyone', analyse: 'everyone', download: 'member' },
        load: { file: 'data/wells.geojson' },
        key: 'number',
        demo: true,
        fields: {
          number: { type: 'integer', label: both('Number') },
          name: { type: 'text', label: { en: 'Name', fr: 'Nom' } },
          views: { type: 'list', format: 'photos', folder: 'photos/wells', label: both('Views') },
          // The name of a field with a higher level than the dataset is protected like its values.
          [owner]: { type: 'text', permission: 'warden', label: both(secrets.word('warden')) },
          state: {
            type: 'text',
            label: { en: 'State', fr: 'État' },
            values: {
              words: {
                dry: { en: 'Dry shaft', fr: 'Conduit à sec' },
                deep: { en: 'Deep shaft', fr: 'Conduit profond' },
              },
            },
          },
          // In the folder of public pictures, which must not make it public.
          [portrait]: {
            type: 'list',
            format: 'photos',
            folder: 'photos/wells',
            permission: 'warden',
            label: both(secrets.word('warden')),
          },
          [depth]: {
            type: 'integer',
            permission: 'elder',
            unit: both(secrets.word('elder')),
            label: both(secrets.word('elder')),
          },
        },
        feeds: {
          tiles: { name: 'places', aliases: ['wells-old'], minzoom: 2, maxzoom: 8 },
          wms: 'water',
          geojson: 'places',
          analysis: true,
          search: { fields: ['name', owner, depth], rank: 'number' },
        },
      },
      {
        // Public points with a restricted key: ids are in tiles and addresses.
        id: 'posts',
        geometry: 'point',
        permission: { view: 'everyone', analyse: 'everyone', download: 'member' },
        load: { file: 'data/posts.geojson' },
        key: badge,
        fields: {
          [badge]: { type: 'integer', permission: 'warden', label: both(secrets.word('warden')) },
          side: { type: 'integer', label: both('Side') },
        },
        feeds: {
          tiles: { name: 'posts', minzoom: 2, maxzoom: 8 },
          geojson: { name: 'posts', whole: 'download' },
          analysis: true,
          search: { fields: ['side'], title: { 'by-language': { en: badge }, fallback: 'side' } },
        },
      },
      {
        // Public points that no public group draws.
        id: 'cairns',
        geometry: 'point',
        permission: { view: 'everyone', analyse: 'everyone', download: 'member' },
        load: { file: 'data/posts.geojson' },
        fields: { side: { type: 'integer', label: both('Side') } },
        feeds: { tiles: { name: 'cairns', minzoom: 2, maxzoom: 8 }, analysis: true },
      },
      {
        // Public points that are only searched, since no group draws them.
        id: 'mounds',
        geometry: 'point',
        permission: { view: 'everyone', analyse: 'everyone', download: 'member' },
        load: { file: 'data/posts.geojson' },
        fields: { side: { type: 'text', label: both('Side') } },
        feeds: { tiles: false, search: ['side'] },
      },
      {
        id: 'ledger',
        geometry: 'point',
        permission: 'member',
        load: { file: 'data/ledger.geojson' },
        fields: { note: { type: 'text', label: both(secrets.word('member')) } },
        feeds: {
          tiles: { name: 'ledger', minzoom: 2, maxzoom: 8 },
          search: ['note'],
          analysis: true,
        },
      },
    ],
    groups: [
      {
        id: 'wells',
        name: { en: 'Wells', fr: 'Puits' },
        category: 'water',
        checked: true,
        popup: { title: 'name', fields: ['number', 'views', 'state', owner, portrait, depth] },
        sublayers: [
          {
            id: 'point',
            type: 'circle',
            source: 'wells',
            paint: { 'circle-color': '#2266AA', 'circle-radius': 4 },
          },
        ],
      },
      {
        id: 'posts',
        name: both('Posts'),
        category: 'people',
        popup: { fields: ['side', badge] },
        sublayers: [
          { id: 'point', type: 'circle', source: 'posts', paint: { 'circle-color': '#AA6622' } },
        ],
      },
      {
        id: 'ledger',
        name: both('Ledger'),
        category: 'people',
        popup: { fields: ['note'] },
        sublayers: [
          {
            id: 'point',
            type: 'circle',
            source: 'ledger',
            paint: { 'circle-color': '#7A6A55' },
          },
        ],
      },
    ],
  };
}
