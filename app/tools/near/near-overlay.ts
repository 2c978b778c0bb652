/** What the tool draws on the map: what is asked about, and rings with their distances. */
import { boxOf, compileOverlays, type OverlayModel } from 'atlas-engine/runtime';
import type { AtlasStore } from '../../stores/atlas-store.ts';
import { OVERLAY_PREFIX, type Overlay } from '../../stores/page/map-overlay.ts';
import { placeNamed } from '../../ui/search/find-results.ts';
import { formatLength } from '../common/format-size.ts';
import { distanceOf } from './near-rows.ts';
import type { NearStore } from './near-store.ts';

const RINGS = `${OVERLAY_PREFIX}near-rings`;
const NAMES = `${OVERLAY_PREFIX}near-names`;
const SHAPE = `${OVERLAY_PREFIX}near-shape`;

/** Widths of a ring and of its casing, size of its name and radius of the dot, in px. */
const RING_PX = 1.5;
const CASING_PX = 4;
const NAME_PX = 12;
const DOT_PX = 6;

/** Width of the halo of names in px. */
const HALO_PX = 2.5;

/** Returns what is asked about with its rings; null until its geometry is known. */
export function nearOverlay(atlas: AtlasStore, near: NearStore): Overlay | null {
  const { bases, bundles } = atlas;
  const { name, of, shape } = near;
  const most = 1_000 * distanceOf(of);
  const rings = near.rings.filter(({ metres }) => metres <= most);
  const model = compileOverlays(bundles.bundle, bases.current)['highlight'];
  if (!shape || !model) return null;
  const color = model.line.color;
  const halo = model.casing?.color ?? '#FFFFFF';
  const { locale } = bundles.index;
  const isOfBaseMap = placeNamed(boxOf(shape), locale) !== undefined;
  const names = rings.map(({ metres, top }) => ({
    type: 'Feature' as const,
    geometry: { type: 'Point' as const, coordinates: top },
    properties: { name: formatLength(metres, locale) },
  }));
  return {
    layers: [
      ...shapeLayers(model),
      {
        id: `${RINGS}-casing`,
        type: 'line',
        source: RINGS,
        paint: { 'line-color': halo, 'line-width': CASING_PX, 'line-opacity': 0.7 },
      },
      {
        id: RINGS,
        type: 'line',
        source: RINGS,
        paint: { 'line-color': color, 'line-width': RING_PX },
      },
      {
        id: NAMES,
        type: 'symbol',
        source: NAMES,
        layout: {
          'text-field': ['get', 'name'],
          'text-font': ['Noto Sans SemiBold'],
          'text-size': NAME_PX,
          'text-overlap': 'always',
        },
        paint: { 'text-color': color, 'text-halo-color': halo, 'text-halo-width': HALO_PX },
      },
      // The base map names its own places, and a layer its objects.
      ...(name === undefined || isOfBaseMap || isNamedByLayer(of, atlas)
        ? []
        : [pinName(name, { color, halo })]),
    ],
    sources: {
      [RINGS]: {
        type: 'MultiLineString',
        coordinates: rings.flatMap(({ outlines }) => outlines),
      },
      [NAMES]: { type: 'FeatureCollection', features: names },
      [SHAPE]: shape,
    },
  };
}

/** Returns whether a layer on the map draws the feature that is asked about. */
function isNamedByLayer(of: NearStore['of'], { bundles, layers }: AtlasStore): boolean {
  if (!of || !('dataset' in of)) return false;
  const { groups, sources } = bundles.bundle;
  return layers.active.some(
    ({ id, visible }) =>
      visible &&
      groups[id]?.sublayers.some(({ source = '' }) => sources[source]?.dataset === of.dataset),
  );
}

/** Returns the layer of the name beside the dot of a place, where the base map mostly has it. */
function pinName(
  name: string,
  { color, halo }: { readonly color: string; readonly halo: string },
): Overlay['layers'][number] {
  return {
    id: `${SHAPE}-name`,
    type: 'symbol',
    source: SHAPE,
    filter: ['==', ['geometry-type'], 'Point'],
    layout: {
      'text-field': ['literal', name],
      'text-font': ['Noto Sans SemiBold'],
      'text-size': NAME_PX + 2,
      'text-anchor': 'left',
      'text-offset': [0.8, 0],
      'text-overlap': 'always',
    },
    paint: { 'text-color': color, 'text-halo-color': halo, 'text-halo-width': HALO_PX },
  };
}

/** Returns the layers of what is asked about: a dot, or an outline. */
function shapeLayers({ line, casing }: OverlayModel): Overlay['layers'] {
  const halo = casing?.color ?? '#FFFFFF';
  const outline = { type: 'line', source: SHAPE, layout: { 'line-join': 'round' } } as const;
  const paint = { 'line-color': halo, 'line-width': line.width + CASING_PX };
  return [
    { ...outline, id: `${SHAPE}-casing`, paint },
    {
      ...outline,
      id: `${SHAPE}-line`,
      paint: { 'line-color': line.color, 'line-width': line.width },
    },
    {
      id: `${SHAPE}-dot`,
      type: 'circle',
      source: SHAPE,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': DOT_PX,
        'circle-color': line.color,
        'circle-stroke-color': halo,
        'circle-stroke-width': 2,
      },
    },
  ];
}
