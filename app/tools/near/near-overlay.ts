/** What the tool draws on the map: rings with their distances, and a dot at a place. */
import { compileOverlays } from 'atlas-engine/runtime';
import type { AtlasStore } from '../../stores/atlas-store.ts';
import { OVERLAY_PREFIX, type Overlay } from '../../stores/page/map-overlay.ts';
import { formatLength } from '../common/format-size.ts';
import type { NearStore } from './near-store.ts';

const RINGS = `${OVERLAY_PREFIX}near-rings`;
const NAMES = `${OVERLAY_PREFIX}near-names`;
const PLACE = `${OVERLAY_PREFIX}near-place`;

/** Widths of a ring and of its casing, size of its name and radius of the dot, in px. */
const RING_PX = 1.5;
const CASING_PX = 4;
const NAME_PX = 12;
const DOT_PX = 6;

/** Returns the rings of the store; null without rings. */
export function nearOverlay({ bases, bundles }: AtlasStore, near: NearStore): Overlay | null {
  const { rings, of } = near;
  const model = compileOverlays(bundles.bundle, bases.current)['highlight'];
  if (rings.length === 0 || !of || !model) return null;
  const color = model.line.color;
  const halo = model.casing?.color ?? '#FFFFFF';
  const { locale } = bundles.index;
  const place = 'lng' in of ? [[of.lng, of.lat]] : [];
  const names = rings.map(({ metres, top }) => ({
    type: 'Feature' as const,
    geometry: { type: 'Point' as const, coordinates: top },
    properties: { name: formatLength(metres, locale) },
  }));
  return {
    layers: [
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
        paint: { 'text-color': color, 'text-halo-color': halo, 'text-halo-width': 2.5 },
      },
      {
        id: PLACE,
        type: 'circle',
        source: PLACE,
        paint: {
          'circle-radius': DOT_PX,
          'circle-color': color,
          'circle-stroke-color': halo,
          'circle-stroke-width': 2,
        },
      },
    ],
    sources: {
      [RINGS]: {
        type: 'MultiLineString',
        coordinates: rings.flatMap(({ outlines }) => outlines),
      },
      [NAMES]: { type: 'FeatureCollection', features: names },
      [PLACE]: { type: 'MultiPoint', coordinates: place },
    },
  };
}
