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
import { paintOf } from '../laws/runtime/evaluate.ts';
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

/** The layers of the style that a group draws. */
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

/** The datasets a group reads, in the order of the alphabet. */
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
  it('stand in their order', () => {
    expect(bundle.categories.map(({ id }) => id)).toEqual(specification.CATEGORIES);
  });
});

describe('the base maps', () => {
  it('are four, with their largest zooms, the first one at the start', () => {
    const bases = bundle.baseLayers.map(({ id, maxzoom }) => [id, maxzoom]);
    expect(bases).toEqual(specification.BASE_LAYERS);
  });

  it('have a relief that is switched on and off', () => {
    expect(bundle.hillshade).toBeDefined();
    expect(style.layers.some(({ type }) => type === 'hillshade')).toBe(true);
  });

  it('draw raster tiles of 256 px', () => {
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
  it('stands in its category and draws its data', () => {
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

  it('has a legend with the widths of the specification', () => {
    const { legend } = bundle.groups[row.id]!;
    expect(legend.length > 0).toBe(row.unlisted !== true);
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

  it('says what it is, where it has data and who vouches for it', () => {
    const entry = entryOf(row.id);
    const info = bundle.groups[row.id]!.info;
    expect(entry?.subtitle).toBeTruthy();
    expect(info?.description).toBeTruthy();
    expect(info?.provider).toBeTruthy();
    if (row.countries && row.countries.length < bundle.region.countries.length)
      expect([...(entry?.coverage ?? [])].sort()).toEqual([...row.countries].sort());
  });
});

describe('the groups', () => {
  it('are no others', () => {
    const general = bundle.categories
      .flatMap(({ groups }) => groups)
      .filter(({ project }) => project === undefined);
    expect(general.map(({ id }) => id).sort()).toEqual(
      [...specification.GROUPS.map(({ id }) => id), ...specification.ADDED_GROUPS].sort(),
    );
  });

  it('are off at the start but for boundaries and labels', () => {
    const checked = bundle.categories.flatMap(({ groups }) =>
      groups.filter((each) => each.checked),
    );
    expect(checked.map(({ id }) => id)).toEqual(specification.CHECKED);
  });
});

describe('zooms and radii', () => {
  it.each(specification.MIN_ZOOMS)('%s, %s: from zoom %d', (group, named, zoom) => {
    const found = layersOf(group, named).map(({ minzoom }) => minzoom);
    expect(new Set(found)).toEqual(new Set([zoom]));
  });

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
    '$group paints each of its values, and shows each in the legend',
    ({ group, field, values, default: others }) => {
      const layer = layersOf(group).find(({ type }) => type === 'fill' || type === 'circle')!;
      const colorOf = (value: string): string =>
        String(paintOf(layer, `${layer.type}-color`, { zoom: 9, properties: { [field]: value } }));
      const colors = new Set(values.map(colorOf));
      expect(colors.size).toBe(values.length);
      const rest = colorOf('a value that nobody has heard of');
      const own = others && !values.includes('other') ? 1 : 0;
      expect(colors.has(rest)).toBe(others && own === 0);
      expect(bundle.groups[group]!.legend).toHaveLength(values.length + own);
    },
  );

  it('of the land use of Nguti: any other value is green', () => {
    const [layer] = layersOf('nguti-land-use', /^area$/);
    const color = paintOf(layer!, 'fill-color', { zoom: 9, properties: { land_use: 'quarry' } });
    const { r, g, b } = color as { r: number; g: number; b: number };
    expect(g).toBeGreaterThan(Math.max(r, b));
  });

  it('of the intact forest are three', () => {
    // A raster has numbers in its pixels; the categories are the words of its legend.
    const words = bundle.groups['intact-forest-landscape']!.legend.map(({ label }) =>
      label.toLowerCase().replace(/\W+/g, '-'),
    );
    expect(words).toEqual(specification.INTACT_FOREST);
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
  it.each(specification.TILES)('tiles %s are those of %s', (name, dataset, legacy) => {
    expect(atlas.access.tiles.get(name)).toEqual([dataset]);
    if (legacy !== null) expect(atlas.access.tiles.get(legacy)).toEqual([dataset]);
  });

  it.each(specification.GEOJSON)('GeoJSON %s is that of %j', (name, datasets) => {
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

describe('who may see what', () => {
  it.each(specification.ACCESS)(
    '$dataset: $view to see, $download to download',
    ({ dataset, view, download }) => {
      const { levels, datasets } = atlas.access;
      const access = datasets.get(dataset);
      expect(levels[access?.rank.view ?? -1]).toBe(view);
      expect(levels[access?.rank.download ?? -1]).toBe(download);
      if (view !== 'level-0') expect(access?.whenDenied).toBe('lock');
    },
  );

  it('is everyone, for all other datasets', () => {
    const restricted = specification.ACCESS.filter(({ view }) => view !== 'level-0');
    const names = restricted.map(({ dataset }) => dataset);
    const closed = [...atlas.access.datasets.values()]
      .filter(({ rank }) => rank.view > 0)
      .map(({ dataset }) => dataset.split('@')[0]!);
    expect([...new Set(closed)].sort()).toEqual(names.sort());
  });

  it('begins with level-0', () => {
    expect(atlas.access.levels[0]).toBe('level-0');
  });
});

describe.each(specification.PROJECTS)('the project $id', (row) => {
  const project = (locale = 'en') =>
    atlas.bundles[locale]!.projects.find(({ id }) => id === row.id)!;

  it('has its extent and its groups', () => {
    expect(project().bounds).toEqual(row.extent);
    expect([...project().groups].sort()).toEqual([...row.groups].sort());
    if (row.alias !== undefined) expect(project().aliases).toContain(row.alias);
  });

  it.each(['en', 'fr'] as const)('has three texts, a link and a picture (%s)', (locale) => {
    const { texts, link, thumbnail, category } = project(locale);
    expect(texts).toHaveLength(3);
    expect(link?.url).toMatch(/^https:/);
    expect(thumbnail).toBeDefined();
    expect(category).toBe('lab');
    for (const figure of row.figures?.[locale] ?? []) expect(wordsOf(texts)).toContain(figure);
  });

  it('cuts its copies to the extent', () => {
    const copies = row.groups.filter((id) => entryOf(id)?.project === row.id);
    expect(copies.length).toBeGreaterThan(2);
    for (const copy of copies) {
      const cuts = datasetsOf(copy).map(
        (dataset) => atlas.model.datasets.get(dataset)?.cut?.bounds,
      );
      expect(new Set(cuts)).toEqual(new Set([row.extent]));
    }
  });
});

describe('the REDD+ outline of mai-ndombe', () => {
  it('is the pilot project’s', () => {
    const layers = layersOf('mai-ndombe-redd');
    expect(layers.map(({ type }) => type)).toEqual(['line']);
    expect(JSON.stringify(layers[0])).toContain('PILOTE');
  });
});

describe('attributes', () => {
  it.each(specification.ATTRIBUTES)('the popup of %s has %j', (group, fields) => {
    const { popup } = bundle.groups[group]!;
    const rows = [...(popup?.rows ?? []), ...(popup?.sections ?? []).flatMap((each) => each.rows)];
    const shown = [popup?.title, ...rows.map(({ field }) => field)];
    for (const field of fields) expect(shown).toContain(field);
  });
});

describe('languages, limits and colours', () => {
  it('are English by default, and French for a reader who gives no sign', () => {
    const { available, ...rest } = bundle.locales;
    expect(available.map(({ id }) => id)).toEqual(['en', 'fr']);
    expect(rest).toEqual({ default: 'en', fallback: 'en', session: 'fr' });
  });

  it('wait 120 seconds for a part', () => {
    expect(bundle.limits.chunkTimeout).toBe(120_000);
  });

  it.each(['#2E86C1', '#A94A22'])('write %s once', async (colour) => {
    const { files } = await readConfigFolder(CONFIG);
    const places = files.flatMap(({ path, text }) =>
      text
        .split(colour)
        .slice(1)
        .map(() => path),
    );
    expect(places).toEqual(['base/theme.yaml']);
  });

  it('mark what was analysed in #2E86C1, and nothing else in it', () => {
    expect(compileOverlays(bundle)['highlight']?.line.color).toBe('#2E86C1');
    for (const { id } of bundle.baseLayers)
      expect(JSON.stringify(styleOver(id)).toUpperCase()).not.toContain('#2E86C1');
  });
});
