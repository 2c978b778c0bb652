import type { LayerSpecification, StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  compileOverlays,
  compileStyle,
  parseStyleLayerId,
  type AtlasBundle,
  type GroupEntry,
  type RichText,
} from 'atlas-engine/runtime';
import { readConfigFolder } from '../../server/config/read-config-folder.ts';
import { isDrawn, paintOf } from '../laws/runtime/evaluate.ts';
import { CONFIG, openShippedAtlas, type ShippedAtlas } from './shipped-atlas.ts';
import * as specification from './specification.ts';

let atlas: ShippedAtlas;
let bundle: AtlasBundle;
/** The style with every group on, over the first base map. */
let style: StyleSpecification;

beforeAll(async () => {
  atlas = await openShippedAtlas();
  bundle = atlas.bundles['en']!;
  style = styleOver(bundle.baseLayers[0]!.id);
});

function styleOver(baseLayer: string): StyleSpecification {
  const groups = Object.values(bundle.groups).map(({ id, opacity }) => ({
    id,
    opacity,
    visible: true,
  }));
  const state = { baseLayer, hillshade: true, project: null, groups };
  return compileStyle(bundle, state, { origin: 'https://atlas.example.org' });
}

/** Returns the style layers of a group. */
function layersOf(group: string, named = /(?:)/): LayerSpecification[] {
  return style.layers.filter(({ id }) => {
    const name = parseStyleLayerId(id);
    return name?.kind === 'group' && name.owner === group && named.test(name.sublayer);
  });
}

function entryOf(group: string): (GroupEntry & { category: string }) | undefined {
  const entries = bundle.categories.flatMap(({ id: category, groups }) =>
    groups.map((entry) => ({ ...entry, category })),
  );
  return entries.find(({ id }) => id === group);
}

/** Names of legends in the specification that are neither ids nor aliases of groups. */
const RENAMED = ['logging-car'];

/** Returns the datasets of a group in alphabetical order. */
function datasetsOf(group: string): string[] {
  const sources = bundle.groups[group]?.sublayers.map(({ source }) => bundle.sources[source ?? '']);
  return [...new Set(sources?.flatMap((source) => source?.dataset ?? []))].sort();
}

function wordsOf(texts: readonly RichText[]): string {
  return texts
    .flat()
    .flatMap((block) => (block.type === 'list' ? block.items.flat() : block.content))
    .map(({ text }) => text)
    .join('');
}

describe('the categories', () => {
  it('are in the specified order', () => {
    expect(bundle.categories.map(({ id }) => id)).toEqual(specification.CATEGORIES);
  });
});

describe('the base maps', () => {
  it('are four, with their maximum zooms, in this order', () => {
    const bases = bundle.baseLayers.map(({ id, maxzoom }) => [id, maxzoom]);
    expect(bases).toEqual(specification.BASE_LAYERS);
  });

  it('can show a relief', () => {
    expect(bundle.hillshade).toBeDefined();
    expect(style.layers.some(({ type }) => type === 'hillshade')).toBe(true);
  });

  it('use raster tiles of 256 px', () => {
    const sizes = bundle.baseLayers
      .flatMap(({ id }) => Object.entries(styleOver(id).sources))
      .flatMap(([id, source]) =>
        source.type === 'raster' && !specification.WIDE_PICTURES.includes(id)
          ? [source.tileSize]
          : [],
      );
    expect(new Set(sizes)).toEqual(new Set([256]));
  });
});

describe.each(specification.GROUPS)('the group $id', (row) => {
  it('is in its category and draws its datasets', () => {
    expect(entryOf(row.id)?.category).toBe(row.category);
    const wanted = row.datasets ?? row.countries?.map((country) => `${row.id}-${country}`);
    expect(datasetsOf(row.id)).toEqual([...(wanted ?? [row.id])].sort());
    expect(layersOf(row.id).length).toBeGreaterThan(0);
  });

  it('has the opacity of the specification', () => {
    const { opacity } = bundle.groups[row.id]!;
    if (row.opacity !== undefined) expect(opacity).toBe(row.opacity);
    expect(opacity).toBeGreaterThanOrEqual(0.4);
    expect(opacity).toBeLessThanOrEqual(1);
  });

  it('has a legend with the opacities and widths of the specification', () => {
    const { legend, baseMap = false } = bundle.groups[row.id]!;
    // The rows of borders and labels are in the entry of the base map.
    expect(legend.length > 0 && !baseMap).toBe(row.unlisted !== true);
    if (baseMap) return;
    const [least, largest] = specification.LEGEND_OPACITIES;
    for (const { symbol } of legend) {
      const { opacity = 1 } = 'opacity' in symbol ? symbol : {};
      expect(opacity).toBeGreaterThanOrEqual(least);
      expect(opacity).toBeLessThanOrEqual(largest);
    }
    if (row.width === undefined) return;
    const widths = legend.flatMap(({ symbol }) =>
      symbol.type === 'line'
        ? [symbol.width]
        : symbol.type === 'fill' && symbol.outline
          ? [symbol.outlineWidth]
          : [],
    );
    expect(new Set(widths)).toEqual(new Set([row.width]));
  });

  it('has a subtitle, a description, a provider and a coverage', () => {
    const entry = entryOf(row.id);
    const info = bundle.groups[row.id]!.info;
    expect(entry?.subtitle).toMatch(/\S/);
    expect(info?.description).toContainEqual(expect.objectContaining({ type: 'paragraph' }));
    expect(info?.provider).toMatch(/\S/);
    if (row.countries && row.countries.length < bundle.region.countries.length)
      expect([...(entry?.coverage ?? [])].sort()).toEqual([...row.countries].sort());
  });
});

describe('the legend', () => {
  it.each(specification.LEGENDS)('has %s', (name, group) => {
    const { aliases = [] } = entryOf(group)!;
    expect([group, ...aliases, ...RENAMED]).toContain(name);
    expect(bundle.groups[group]!.legend.length).toBeGreaterThan(0);
  });

  it('has separate rows for the permits of the Central African Republic', () => {
    const labels = bundle.groups['logging']!.legend.map(({ label }) => label);
    expect(labels.filter((label) => label.startsWith('Permit'))).toHaveLength(2);
  });

  it('shows faint areas at an opacity of 0.4, which the map draws fainter', () => {
    for (const group of ['landscapes', 'redd', 'survey-areas', 'oil-permits'])
      for (const { symbol } of bundle.groups[group]!.legend.slice(0, 1))
        expect(symbol).toMatchObject({ type: 'fill', opacity: 0.4 });
    const drawn = ['landscapes', 'redd', 'survey-areas', 'oil-permits'].map((group) =>
      paintOf(layersOf(group, /area$/)[0]!, 'fill-opacity', { zoom: 5, properties: {} }),
    );
    expect(drawn).toEqual([0.2, 0.07, 0.1, 0.07]);
  });
});

describe('the groups', () => {
  it('are exactly those of the specification', () => {
    const general = bundle.categories
      .flatMap(({ groups }) => groups)
      .filter(({ project }) => project === undefined);
    expect(general.map(({ id }) => id).sort()).toEqual(
      [...specification.GROUPS.map(({ id }) => id), ...specification.ADDED_GROUPS].sort(),
    );
  });

  it('are off at the start, except boundaries and labels', () => {
    const checked = bundle.categories.flatMap(({ groups }) =>
      groups.filter((each) => each.checked),
    );
    expect(checked.map(({ id }) => id)).toEqual(specification.CHECKED);
  });
});

describe('zooms and radii', () => {
  it.each(specification.MIN_ZOOMS)('%s, %s: minzoom %d', (group, named, zoom) => {
    const found = layersOf(group, named).map(({ minzoom }) => minzoom);
    expect(new Set(found)).toEqual(new Set([zoom]));
  });

  it.each(specification.VILLAGE_NAMES)(
    'at zoom %d, villages of every size may have a name: %s',
    (zoom, may) => {
      const sizes = [0, 1, 399, 1_000, 3_860];
      const villages = [{}, ...sizes.map((total_population) => ({ total_population }))];
      const names = layersOf('villages').flatMap((layer) =>
        layer.type === 'symbol' && layer.layout?.['text-field'] ? [layer] : [],
      );
      // The filter is evaluated for tiles, which have whole zooms.
      const named = villages.filter((properties) =>
        names.some(
          (layer) =>
            zoom >= (layer.minzoom ?? 0) &&
            zoom < (layer.maxzoom ?? 24) &&
            isDrawn(layer, { zoom: Math.floor(zoom), properties }),
        ),
      );
      expect(named).toEqual(may ? villages : []);
    },
  );

  it.each(specification.RADII)('the circles of %s grow from %j to %j', (group, ...ends) => {
    const circles = layersOf(group).filter(({ type }) => type === 'circle');
    expect(circles.length).toBeGreaterThan(0);
    for (const circle of circles)
      for (const [zoom, radius] of ends)
        expect(paintOf(circle, 'circle-radius', { zoom, properties: {} })).toBeCloseTo(radius, 5);
  });
});

describe('classes', () => {
  it.each(specification.CLASSES)(
    '$group gives each of its values a colour and a legend row',
    ({ group, field, values, default: others }) => {
      const layer = layersOf(group).find(({ type }) => type === 'fill' || type === 'circle')!;
      const colorOf = (properties: Readonly<Record<string, string>>): string =>
        String(paintOf(layer, `${layer.type}-color`, { zoom: 9, properties }));
      const colors = new Set(values.map((value) => colorOf({ [field]: value })));
      expect(colors.size).toBe(values.length);
      const rest = colorOf({ [field]: 'a value that nobody has heard of' });
      const own = others && !values.includes('other') ? 1 : 0;
      expect(colors.has(rest)).toBe(others && own === 0);
      // The plans also have a row for parcels without a value.
      const none = colorOf({});
      const unstated = none !== rest && !colors.has(none) ? 1 : 0;
      expect(bundle.groups[group]!.legend).toHaveLength(values.length + own + unstated);
    },
  );

  it('of the land use of Nguti: unlisted values are green', () => {
    const [layer] = layersOf('nguti-land-use', /^area$/);
    const color = paintOf(layer!, 'fill-color', { zoom: 9, properties: { land_use: 'quarry' } });
    const { r, g, b } = color as { r: number; g: number; b: number };
    expect(g).toBeGreaterThan(Math.max(r, b));
  });

  it('of the intact forest are three', () => {
    // A raster has numbers in its pixels; the categories are in its legend.
    const words = bundle.groups['intact-forest-landscape']!.legend.map(({ label }) =>
      label.toLowerCase().replace(/\W+/g, '-'),
    );
    expect(words).toEqual(specification.INTACT_FOREST);
  });
});

describe('the uses of land', () => {
  it.each(specification.LAND_USE_WORDS)('of %s: %s is %s', (group, value, words) => {
    const { rows } = bundle.groups[group]!.popup!;
    const title = bundle.groups[group]!.popup!.title ?? [];
    const field = [...title, ...rows].find(({ field: name }) => name === 'land_use');
    expect(field?.values?.[value]).toMatch(words);
  });
});

describe('the community forests of DR Congo', () => {
  it('are those of status 0', () => {
    const { only } = atlas.model.datasets.get('community-forests-cod')!;
    expect(only).toEqual([{ kind: 'equals', field: 'application.status', values: [0] }]);
  });
});

describe('labels', () => {
  it.each(specification.LABEL_FIELDS)('read the field %s', (field) => {
    const read = (part: unknown): boolean =>
      Array.isArray(part) &&
      ((part[0] === 'get' && part[1] === field) || part.some((inner) => read(inner)));
    const layers = layersOf('labels').filter(({ type }) => type === 'symbol');
    const parts = layers.flatMap((layer) => [
      ...Object.values(layer.layout ?? {}),
      'filter' in layer ? layer.filter : null,
    ]);
    expect(parts.some(read)).toBe(true);
  });
});

describe('the names of section 7', () => {
  it.each(specification.TILES)('tiles %s contain %s', (name, dataset, legacy) => {
    expect(atlas.access.tiles.get(name)).toEqual([dataset]);
    if (legacy !== null) expect(atlas.access.tiles.get(legacy)).toEqual([dataset]);
  });

  it.each(specification.GEOJSON)('GeoJSON %s contains %j', (name, datasets) => {
    expect([...(atlas.access.geojson.get(name) ?? [])].sort()).toEqual([...datasets].sort());
  });

  it.each(specification.WMS)('the map server draws %s', (name) => {
    expect(atlas.access.wms.get(name)).toEqual([name]);
  });
});

describe('GeoJSON on the map', () => {
  it('draws the places of community forests', () => {
    const source = bundle.groups['community-forests']!.sublayers.find(
      ({ id }) => id === 'location',
    )?.source;
    expect(style.sources[source!]?.type).toBe('geojson');
  });
});

describe('permissions', () => {
  it.each(specification.ACCESS)(
    '$dataset: $view to view, $download to download',
    ({ dataset, view, download }) => {
      const { levels, datasets } = atlas.access;
      const access = datasets.get(dataset);
      expect(levels[access?.rank.view ?? -1]).toBe(view);
      expect(levels[access?.rank.download ?? -1]).toBe(download);
      if (view !== 'level-0') expect(access?.whenDenied).toBe('lock');
    },
  );

  it('of all other datasets allow everyone to view them', () => {
    const restricted = specification.ACCESS.filter(({ view }) => view !== 'level-0');
    const names = restricted.map(({ dataset }) => dataset);
    const closed = [...atlas.access.datasets.values()]
      .filter(({ rank }) => rank.view > 0)
      .map(({ dataset }) => dataset.split('@')[0]!);
    expect([...new Set(closed)].sort()).toEqual(names.sort());
  });

  it('begin with level-0', () => {
    expect(atlas.access.levels[0]).toBe('level-0');
  });
});

describe.each(specification.PROJECTS)('the project $id', (row) => {
  const project = (locale = 'en') =>
    atlas.bundles[locale]!.projects.find(({ id }) => id === row.id)!;

  it('has its extent, its groups and its alias', () => {
    expect(project().bounds).toEqual(row.extent);
    expect([...project().groups].sort()).toEqual([...row.groups].sort());
    if (row.alias !== undefined) expect(project().aliases).toContain(row.alias);
  });

  it.each(['en', 'fr'] as const)('has three texts, a link and a thumbnail (%s)', (locale) => {
    const { texts, link, thumbnail, category } = project(locale);
    expect(texts).toHaveLength(3);
    expect(link?.url).toMatch(/^https:/);
    expect(thumbnail).toBeDefined();
    expect(category).toBe('lab');
    for (const figure of row.figures?.[locale] ?? []) expect(wordsOf(texts)).toContain(figure);
  });

  it('restricts its copies to its extent', () => {
    const copies = row.groups.filter((id) => entryOf(id)?.project === row.id);
    expect(copies.length).toBeGreaterThan(2);
    for (const copy of copies) {
      const cuts = datasetsOf(copy).map(
        (dataset) => atlas.model.datasets.get(dataset)?.within?.bounds,
      );
      expect(new Set(cuts)).toEqual(new Set([row.extent]));
    }
  });

  it('shows its own countries', () => {
    for (const id of row.groups.filter((each) => entryOf(each)?.project === row.id))
      for (const country of entryOf(id)!.coverage ?? ['all'])
        expect(row.countries).toContain(country);
  });
});

describe('the REDD+ outline of mai-ndombe', () => {
  it('shows the pilot project only', () => {
    const layers = layersOf('mai-ndombe-redd');
    expect(layers.map(({ type }) => type)).toEqual(['line']);
    expect(JSON.stringify(layers[0])).toContain('PILOTE');
  });

  it('has its own name, also in the legend, and covers DR Congo', () => {
    const [entry, group] = [entryOf('mai-ndombe-redd'), bundle.groups['mai-ndombe-redd']];
    expect(entry?.coverage).toEqual(['cod']);
    expect(group?.legend.map(({ label }) => label)).toEqual([entry?.name]);
    expect(entry?.name).toBe('REDD+ pilot project');
  });
});

describe('attributes', () => {
  it.each(specification.ATTRIBUTES)('the popup of %s has %j', (group, fields) => {
    const { popup } = bundle.groups[group]!;
    const rows = [...(popup?.rows ?? []), ...(popup?.sections ?? []).flatMap((each) => each.rows)];
    const shown = [...(popup?.title ?? []), ...rows].map(({ field }) => field);
    for (const field of fields) expect(shown).toContain(field);
  });
});

describe('languages, limits and colours', () => {
  it('are English by default, and French for a visitor without a preference', () => {
    const { available, ...rest } = bundle.locales;
    expect(available.map(({ id }) => id)).toEqual(['en', 'fr']);
    expect(rest).toEqual({ default: 'en', fallback: 'en', session: 'fr' });
  });

  it('allow 120 seconds for a part', () => {
    expect(bundle.limits.chunkTimeout).toBe(120_000);
  });

  it.each(['#2E86C1', '#A94A22'])('define %s once', async (colour) => {
    const { files } = await readConfigFolder(CONFIG);
    const places = files.flatMap(({ path, text }) =>
      text
        .split(colour)
        .slice(1)
        .map(() => path),
    );
    expect(places).toEqual(['base/theme.yaml']);
  });

  it('highlight analysed areas in #2E86C1, and use it for nothing else', () => {
    expect(compileOverlays(bundle, bundle.baseLayers[0]!)['highlight']?.line.color).toBe('#2E86C1');
    for (const { id } of bundle.baseLayers)
      expect(JSON.stringify(styleOver(id)).toUpperCase()).not.toContain('#2E86C1');
  });
});
