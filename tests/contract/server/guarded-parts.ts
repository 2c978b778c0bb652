/** The restricted parts of the guarded atlas: what is locked, and what is hidden. */
import { both, type Names } from './guarded-data.ts';
import type { Secrets } from './secrets.ts';

/** Returns the locked datasets: points for elders, areas for wardens, and cells for wardens. */
export function locked(secrets: Secrets, { clan, clans: [one, two], icon }: Names): object {
  return {
    classes: [
      {
        id: 'graves',
        field: clan,
        values: [
          { value: one, color: secrets.color('elder'), icon, label: both(secrets.word('elder')) },
          { value: two, color: secrets.color('elder'), icon, label: both(secrets.word('elder')) },
        ],
        default: { color: secrets.color('elder'), icon, label: both(secrets.word('elder')) },
      },
      {
        id: 'hoards',
        ramp: [
          [0, secrets.color('warden')],
          [100, secrets.color('warden')],
        ],
      },
    ],
    datasets: [
      {
        id: 'graves',
        geometry: 'point',
        permission: 'elder',
        load: { file: 'data/graves.geojson' },
        fields: {
          [clan]: {
            type: 'text',
            label: both(secrets.word('elder')),
            values: { classes: 'graves' },
          },
          name: { type: 'text', label: both(secrets.word('elder')) },
          views: {
            type: 'list',
            format: 'photos',
            folder: 'photos/graves',
            label: both(secrets.word('elder')),
          },
        },
        feeds: {
          geojson: 'places',
          analysis: true,
          search: ['name', clan],
          wms: 'water',
          tiles: {
            name: 'places',
            minzoom: secrets.number('elder', 3),
            maxzoom: 8 + secrets.number('elder', 9),
          },
        },
        info: {
          description: { file: 'texts/graves' },
          provider: both(secrets.word('elder')),
          licence: 'CC-BY-4.0',
        },
      },
      {
        id: 'nests',
        geometry: 'polygon',
        permission: 'warden',
        load: { file: 'data/nests.geojson' },
        fields: {
          name: { type: 'text', label: both(secrets.word('warden')) },
          keeper: { type: 'text', permission: 'elder', label: both(secrets.word('elder')) },
        },
        feeds: {
          geojson: 'nests',
          analysis: true,
          tiles: { name: 'nests', minzoom: 2, maxzoom: 8 },
          search: { fields: ['name', 'keeper'], label: both(secrets.word('warden')) },
          areas: true,
        },
      },
      {
        id: 'hoards',
        geometry: 'raster',
        permission: 'warden',
        load: { file: 'data/hoards.tif' },
        feeds: { wms: 'hoards', analysis: true },
      },
    ],
    groups: [
      {
        id: 'graves',
        name: both('Graves'),
        subtitle: both(secrets.word('elder')),
        // Public, as its name.
        keywords: { en: 'burial, tomb', fr: 'sépulture, tombe' },
        category: 'people',
        opacity: 0.5 + secrets.number('elder', 40) / 100,
        coverage: ['ara'],
        // Public, unlike the `info` of the dataset.
        info: { description: both('Old graves.'), provider: both('Keepers of the coast') },
        popup: { title: 'name', fields: [clan] },
        sublayers: [
          {
            id: 'point',
            type: 'circle',
            source: 'graves',
            paint: {
              'circle-color': { classes: 'graves' },
              'circle-radius': 3 + secrets.number('elder', 5),
            },
          },
          {
            id: 'cross',
            type: 'symbol',
            source: 'graves',
            layout: { 'icon-image': { classes: 'graves' } },
            legend: { image: `legends/${icon}.png`, text: both(secrets.word('elder')) },
          },
        ],
      },
      {
        id: 'nests',
        name: both('Nests'),
        category: 'people',
        popup: { title: 'name', fields: ['keeper'] },
        sublayers: [
          {
            id: 'area',
            type: 'fill',
            source: 'nests',
            // Public: it is the same for every feature, and shown beside the name.
            paint: { 'fill-color': '#6B7F3A' },
            'inner-band': { color: secrets.color('warden') },
          },
          {
            id: 'name',
            type: 'symbol',
            source: 'nests',
            layout: { 'text-field': { field: 'name' } },
            legend: 'none',
          },
        ],
      },
      {
        id: 'hoards',
        name: both('Hoards'),
        category: 'water',
        sublayers: [{ id: 'map', type: 'raster', source: 'hoards', classes: 'hoards' }],
      },
    ],
    projects: [
      {
        // Listed: a locked group has a name to show.
        id: 'graves',
        name: both('Graves'),
        texts: [{ file: 'texts/coast' }],
        extent: [10, -2, 16, 4],
        groups: ['graves'],
        thumbnail: 'icons/well.svg',
      },
      {
        id: 'coast',
        name: both('Coast'),
        texts: [{ file: 'texts/coast' }],
        extent: [10, -2, 16, 4],
        groups: ['wells', 'graves'],
      },
    ],
  };
}

/** Returns the hidden dataset of points, of which nothing may be visible. */
export function hidden(secrets: Secrets, names: Names): object {
  return {
    datasets: [
      {
        id: names.shrines,
        geometry: 'point',
        permission: 'elder',
        'when-denied': 'hide',
        load: { file: 'data/shrines.geojson' },
        fields: {
          [names.saint]: { type: 'text', label: both(secrets.word('elder')) },
          views: {
            type: 'text',
            format: 'photos',
            folder: 'photos/shrines',
            label: both(secrets.word('elder')),
          },
        },
        feeds: {
          tiles: { name: 'places', minzoom: 1, maxzoom: 9 },
          wms: `${names.shrines}-map`,
          search: [names.saint],
          geojson: 'places',
          analysis: true,
        },
      },
    ],
    classes: [
      {
        id: names.saint,
        ramp: [
          [0, secrets.color('elder')],
          [100, secrets.color('elder')],
        ],
      },
      {
        id: `${names.shrineGroup}-sides`,
        field: 'side',
        values: [0, 1, 2].map((value) => ({
          value,
          color: secrets.color('elder'),
          label: both(secrets.word('elder')),
        })),
        default: { color: secrets.color('elder'), label: both(secrets.word('elder')) },
      },
    ],
    projects: [
      {
        id: names.shrines,
        name: both(secrets.word('elder')),
        texts: [both(secrets.word('elder'))],
        extent: [10, -2, 16, 4],
        groups: [names.shrineGroup],
        thumbnail: `legends/${names.shrineIcon}.png`,
      },
      {
        // Its groups are open to everyone.
        id: `${names.shrines}-walk`,
        aliases: [`${names.shrines}-path`],
        permission: 'elder',
        name: both(secrets.word('elder')),
        category: names.shrineCategory,
        texts: [both(secrets.word('elder'))],
        link: {
          url: `https://${secrets.word('elder')}.example`,
          text: both(secrets.word('elder')),
        },
        extent: [10, -2, 16, 4 - secrets.number('elder', 100) / 1_000],
        preview: `legends/${names.shrineIcon}.png`,
        clip: ['wells'],
        groups: [{ use: 'posts', as: `${names.shrines}-posts`, name: both(secrets.word('elder')) }],
      },
    ],
    groups: [
      {
        // This group is stricter than its dataset, which is open to everyone, and is first in the
        // layer list.
        id: `${names.shrineGroup}-heat`,
        name: both(secrets.word('elder')),
        category: 'water',
        order: 1,
        permission: 'elder',
        'when-denied': 'hide',
        sublayers: [{ id: 'map', type: 'raster', source: 'heat', classes: names.saint }],
      },
      // Public points that are named by a public group, and others that only this group names.
      ...['posts', 'cairns'].map((source) => ({
        id: `${names.shrineGroup}-${source}`,
        name: both(secrets.word('elder')),
        category: 'water',
        order: 2,
        permission: 'elder',
        'when-denied': 'hide',
        sublayers: [
          {
            id: 'point',
            type: 'circle',
            source,
            paint: { 'circle-color': { classes: `${names.shrineGroup}-sides` } },
          },
        ],
      })),
      {
        id: names.shrineGroup,
        name: both(secrets.word('elder')),
        category: names.shrineCategory,
        popup: { title: names.saint, fields: [] },
        sublayers: [
          {
            id: 'point',
            type: 'circle',
            source: names.shrines,
            paint: { 'circle-color': secrets.color('elder') },
          },
        ],
      },
    ],
  };
}
