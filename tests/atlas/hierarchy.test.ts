import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expression, latest, type LayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileStyle, parseStyleLayerId, type AtlasBundle } from 'atlas-engine/runtime';
import { paintOf } from '../laws/runtime/evaluate.ts';
import { distance, layOver, VISIONS, type Rgb } from './colour.ts';
import { drawnRows, landOf } from './legend-colours.ts';
import { CONFIG, openShippedAtlas, type ShippedAtlas } from './shipped-atlas.ts';

/**
 * Maximum CIEDE2000 distance between the colour of a concession alone and below an oil permit: half
 * of the minimum distance between classes on the map (`APART.drawn` in `colours.test.ts`), so that
 * the class of the concession remains the nearest.
 */
const SAME_COLOUR = 4.5;
/** Minimum CIEDE2000 distance between land and the fill of a landscape over it, with normal vision. */
const VISIBLE = 4;
/** Bytes of the picture of a project. */
const SMALL_PICTURE = 6_000;

const PROJECTS = ['nguti', 'tumba-ledima', 'mai-ndombe', 'lup'] as const;
const PLANS = { nguti: 'nguti-land-use', lup: 'maniema-land-use' } as const;

let atlas: ShippedAtlas;
let bundle: AtlasBundle;

beforeAll(async () => {
  atlas = await openShippedAtlas();
  bundle = atlas.bundles['en']!;
});

/** Returns the layers of groups with their own opacity, bottom first; by default of a project. */
function layersOf(project: string | null, groups = projectGroups(project)): LayerSpecification[] {
  const base = bundle.baseLayers[0]!.id;
  const active = groups.map((id) => ({ id, visible: true, opacity: bundle.groups[id]!.opacity }));
  const state = { baseLayer: base, hillshade: false, project, groups: active };
  return compileStyle(bundle, state, { origin: '' }).layers;
}

function projectGroups(project: string | null): readonly string[] {
  return [...bundle.projects.find(({ id }) => id === project)!.groups, 'boundaries', 'labels'];
}

function placesOf(layers: readonly LayerSpecification[], named: RegExp): number[] {
  return layers.flatMap(({ id }, place) => (named.test(id) ? [place] : []));
}

function paintAt(layer: LayerSpecification, property: string, zoom: number): unknown {
  return paintOf(layer, property, { zoom, properties: {} });
}

describe.each(PROJECTS)('the project %s', (project) => {
  it('has a frame above its data and below the names of the map', () => {
    const layers = layersOf(project);
    const frame = placesOf(layers, /^project\//);
    const parts = frame.map((place) => layers[place]!.id.split('/').at(-1));
    expect(parts).toEqual(['outside', 'outline', 'edge', 'name']);
    const data = layers.flatMap(({ id, type }, place) => {
      const isData = parseStyleLayerId(id)?.kind === 'group' && type !== 'symbol';
      return isData && !id.startsWith('group/labels/') ? [place] : [];
    });
    expect(Math.max(...data)).toBeLessThan(Math.min(...frame));
    expect(Math.max(...frame)).toBeLessThan(Math.min(...placesOf(layers, /^group\/labels\//)));
  });

  it('draws land tenure as outlines only, above fills and rivers up to zoom 9', () => {
    const layers = layersOf(project);
    const tenure = layers.filter(({ id }) => id.startsWith(`group/${project}-tenure/`));
    expect(tenure.map(({ type }) => type)).toEqual(['line', 'line']);
    const [place] = placesOf(layers, new RegExp(`^group/${project}-tenure/area-outline`));
    const below = placesOf(layers, /\/(?:rivers|wide-water|lakes)$/);
    const fills = layers.flatMap(({ id, type }, i) =>
      type === 'fill' && id.startsWith('group/') ? [i] : [],
    );
    expect(place).toBeGreaterThan(Math.max(...below, ...fills));
    expect(layers[place!]!.maxzoom).toBe(9);
  });

  it('has a small picture', () => {
    const { thumbnail } = atlas.model.projects.find(({ id }) => id === project)!;
    expect(statSync(join(CONFIG, thumbnail!)).size).toBeLessThan(SMALL_PICTURE);
  });
});

describe('in projects', () => {
  it.each(Object.entries(PLANS))('the plan of %s is opaque', (project, plan) => {
    const [area] = layersOf(project).filter(({ id }) => id === `group/${plan}/area`);
    expect(paintAt(area!, 'fill-opacity', 9) ?? 1).toBe(1);
  });

  it.each(Object.entries(PLANS))(
    'the plan of %s covers land tenure from zoom 9',
    (project, plan) => {
      const layers = layersOf(project);
      const [place] = placesOf(layers, new RegExp(`^group/${project}-tenure/edge`));
      expect(layers[place!]!.minzoom).toBe(9);
      expect(placesOf(layers, new RegExp(`^group/${plan}/area$`))[0]).toBeGreaterThan(place!);
    },
  );

  it('dots are at most 4.5 px large below zoom 10, and paler than above', () => {
    for (const layer of layersOf('nguti').filter(({ type }) => type === 'circle')) {
      if (/^(?:base|group\/labels)\//.test(layer.id)) continue;
      expect(paintAt(layer, 'circle-radius', 9.9)).toBeLessThanOrEqual(4.5);
      if (layer.id.includes('villages')) continue;
      expect(paintAt(layer, 'circle-opacity', 8.5)).toBeLessThan(0.8);
      expect(paintAt(layer, 'circle-opacity', 10)).toBe(1);
    }
  });
});

describe('signs of places', () => {
  const ZOOMS = Array.from({ length: 27 }, (_, i) => 3 + i / 2);

  /** Returns the radius of the ring of a town in px. */
  function ringAt(layers: readonly LayerSpecification[], name: RegExp, zoom: number): number {
    const [layer] = layers.filter(
      ({ id, minzoom = 0, maxzoom = 25 }) => name.test(id) && zoom >= minzoom && zoom < maxzoom,
    );
    const { 'icon-image': icon, 'icon-size': size } = layer!.layout as Record<string, never>;
    const scale = expression
      .normalizePropertyExpression(
        size,
        'layers[0].layout.icon-size',
        latest.layout_symbol['icon-size'] as never,
      )
      .evaluate({ zoom } as never, { type: 'Point', properties: {} } as never);
    const file = /town[\w-]*|capital[\w-]*/.exec(String(icon))![0];
    const picture = readFileSync(join(CONFIG, `icons/${file}.svg`), 'utf8');
    const [, r, stroke] = /r="([\d.]+)" .*stroke-width="([\d.]+)"/.exec(picture)!;
    return (Number(r) + Number(stroke) / 2) * Number(scale);
  }

  it('make towns larger than villages and capitals larger than towns, at every zoom', () => {
    const layers = layersOf(null, ['villages', 'labels']);
    const dot = layers.find(({ id }) => id === 'group/villages/point')!;
    for (const zoom of ZOOMS) {
      const [radius, stroke] = ['circle-radius', 'circle-stroke-width'].map((property) =>
        Number(paintAt(dot, property, zoom)),
      );
      const town = ringAt(layers, /^group\/labels\/town-names/, zoom);
      expect(town, `zoom ${zoom}`).toBeGreaterThan(radius! + stroke!);
      expect(ringAt(layers, /^group\/labels\/capital-names/, zoom)).toBeGreaterThan(town);
    }
  });

  it.each([
    [9, 8],
    [11, 11],
    [13, 14],
  ])('at zoom %d, the ring of a town has a radius of %d px', (zoom, radius) => {
    const layers = layersOf(null, ['labels']);
    expect(ringAt(layers, /^group\/labels\/town-names/, zoom)).toBeCloseTo(radius, 0);
  });
});

describe('layers over each other', () => {
  it('keep the outlines of land tenure above rivers', () => {
    const layers = layersOf(null, ['tenure']);
    const [outline] = placesOf(layers, /^group\/tenure\/area-outline$/);
    expect(outline).toBeGreaterThan(Math.max(...placesOf(layers, /\/(?:rivers|wide-water)$/)));
  });

  it('keep the colours of logging concessions below oil permits', () => {
    const changed = bundle.baseLayers.flatMap(({ id: base }) =>
      fillsOver(base, 'oil-permits').flatMap((oil) =>
        fillsOver(base, 'logging').flatMap((logging) =>
          landOf(bundle, base).flatMap((land) => {
            const alone = layOver(logging.color, logging.opacity, land);
            const both = layOver(oil.color, oil.opacity, alone);
            const apart = Math.max(...VISIONS.map((vision) => distance(alone, both, vision)));
            return apart > SAME_COLOUR ? [`${base}: ${apart.toFixed(1)}`] : [];
          }),
        ),
      ),
    );
    expect([...new Set(changed)]).toEqual([]);
  });

  it('show landscapes over every land and forest', () => {
    const lost = bundle.baseLayers.flatMap(({ id: base }) =>
      fillsOver(base, 'landscapes').flatMap(({ color, opacity }) =>
        landOf(bundle, base).flatMap((land) => {
          const apart = distance(land, layOver(color, opacity, land));
          return apart < VISIBLE ? [`${base}: ${apart.toFixed(1)}`] : [];
        }),
      ),
    );
    expect([...new Set(lost)]).toEqual([]);
  });
});

/** Returns the fills of a group over a base map at zoom 5, as the map draws them. */
function fillsOver(base: string, group: string): { color: Rgb; opacity: number }[] {
  const { opacity } = bundle.groups[group]!;
  const state = {
    baseLayer: base,
    hillshade: false,
    project: null,
    groups: [{ id: group, visible: true, opacity }],
  };
  const [area] = compileStyle(bundle, state, { origin: '' }).layers.filter(({ id }) =>
    /^group\/.*area$/.test(id),
  );
  const drawn = Number(paintAt(area!, 'fill-opacity', 5));
  return drawnRows(bundle, group, base).flatMap(({ symbol, color }) =>
    symbol.type === 'fill' ? [{ color, opacity: drawn }] : [],
  );
}
