import type {
  FontFacesSpecification,
  LayerSpecification,
  StyleSpecification,
} from '@maplibre/maplibre-gl-style-spec';
import type { Json } from '../basics/values.ts';
import {
  SLOTS,
  type AtlasBundle,
  type BundleSource,
  type BundleSublayer,
  type MapState,
  type Slot,
} from '../bundle/bundle.ts';
import { compileFrame } from './compile-frame.ts';
import { compileLayer } from './compile-layer.ts';
import { compileMapSource, waitsUntilVisible, type SourceAddresses } from './compile-map-source.ts';
import { compileFieldFilters } from './field-filter.ts';
import { baseOverData } from './ground-over-data.ts';
import { prepareHostedStyle } from './hosted-style.ts';
import { initialState } from './initial-state.ts';
import { present } from '../basics/present.ts';
import { baseLayerOf } from './pick-ground.ts';

/** Inputs of a style other than the bundle and the state. */
export interface StyleResources extends SourceAddresses {
  /** Font files, by the name in the style. */
  readonly fonts?: FontFacesSpecification;
  /**
   * Hosted style documents by the id of their source. Without its document, a base map is empty.
   */
  readonly documents?: Readonly<Record<string, StyleSpecification>>;
}

/**
 * In these slots, the layers of the base map are below the data. In the other slots they are above
 * the data, so that they remain legible.
 */
const BASE_BELOW: ReadonlySet<Slot> = new Set(['ground', 'fills', 'water', 'points']);

/**
 * Compiles the MapLibre style of the active base map, hillshade and groups. Layers are ordered by
 * slot (`SLOTS`), and within a slot by the order of the groups. Groups whose content is not loaded
 * are ignored. The frame of the chosen area or of the open project is above the data and below the
 * names. A hidden group keeps its layers with `visibility: none`, except layers over a source that
 * MapLibre would fetch anyway (GeoJSON, archives). By default the state is the initial one. The same input gives the same JSON, byte for byte.
 */
export function compileStyle(
  bundle: AtlasBundle,
  state: MapState = initialState(bundle),
  resources: StyleResources = {},
): StyleSpecification {
  const base = baseLayerOf(bundle, state.baseLayer);
  const hosted = prepareHostedStyle(resources.documents?.[base.style ?? ''], base);
  const project = bundle.projects.find(({ id }) => id === state.project);
  const filters = project?.filters ?? {};
  const framed = present({ project, area: state.area });
  const frame = compileFrame(bundle, framed, { base, ...resources });
  const overData = baseOverData(bundle, state, base);
  const storeys = emptyStoreys();
  const sources: StyleSpecification['sources'] = {};

  const place = (
    declared: BundleSublayer,
    layer: (sublayer: BundleSublayer, from: BundleSource | undefined) => LayerSpecification,
    to: Storey,
  ): void => {
    const sublayer = withFallback(declared, bundle, state);
    const source = bundle.sources[sublayer.source ?? ''];
    if (sublayer.source !== undefined) {
      const compiled = source ? compileMapSource(source, resources) : null;
      // A missing source belongs to an outside service that is off.
      if (!compiled) return;
      sources[sublayer.source] = compiled;
    }
    storeys[sublayer.slot][to].push(layer(sublayer, source));
  };

  for (const sublayer of base.sublayers) {
    const name = { kind: 'base', owner: base.id, sublayer: sublayer.id } as const;
    place(sublayer, (placed, from) => compileLayer(placed, { name, base, from }), 'base');
  }
  for (const { id, visible, opacity, filters: own } of state.groups.toReversed()) {
    const filter = joined(filters[id], compileFieldFilters(bundle, id, own));
    for (const sublayer of bundle.groups[id]?.sublayers ?? []) {
      const source = bundle.sources[sublayer.source ?? ''];
      if (!visible && source && !waitsUntilVisible(source)) continue;
      const name = { kind: 'group', owner: id, sublayer: sublayer.id } as const;
      const options = { name, base, overData, opacity, visible, filter };
      place(sublayer, (placed, from) => compileLayer(placed, { ...options, from }), 'groups');
    }
  }
  if (state.hillshade && bundle.hillshade) {
    const { sublayer } = bundle.hillshade;
    const name = { kind: 'hillshade', owner: 'hillshade', sublayer: sublayer.id } as const;
    place(sublayer, (placed, from) => compileLayer(placed, { name, base, from }), 'hillshade');
  }

  const layers = SLOTS.flatMap((slot) => {
    if (slot === 'overlays') return frame.layers;
    const { base: own, groups, hillshade } = storeys[slot];
    const top = slot === 'labels' ? hosted.above : [];
    const data = BASE_BELOW.has(slot) ? [...own, ...groups] : [...groups, ...top, ...own];
    return [...data, ...hillshade];
  });
  return {
    version: 8,
    ...hosted.root,
    ...(resources.fonts ? { 'font-faces': resources.fonts } : {}),
    sources: sorted({ ...sources, ...hosted.sources, ...frame.sources }),
    layers: [...hosted.below, ...layers],
  };
}

/** Joins two filters, either of which may be absent. */
function joined(a: Json | undefined, b: Json | undefined): Json | undefined {
  return a === undefined || b === undefined ? (a ?? b) : ['all', a, b];
}

/** Returns the sublayer with the replacement of its source, if the source is lost. */
function withFallback(
  sublayer: BundleSublayer,
  { sources }: AtlasBundle,
  { lost = [] }: MapState,
): BundleSublayer {
  const { source } = sublayer;
  if (source === undefined || !lost.includes(source)) return sublayer;
  const other = sources[source]?.else;
  return other === undefined ? sublayer : { ...sublayer, source: other };
}

type Storey = 'base' | 'groups' | 'hillshade';

function emptyStoreys(): Record<Slot, Record<Storey, LayerSpecification[]>> {
  const storeys = SLOTS.map((slot) => [slot, { base: [], groups: [], hillshade: [] }] as const);
  return Object.fromEntries(storeys) as unknown as ReturnType<typeof emptyStoreys>;
}

/** Sorts the sources by id, so that they do not depend on the order of the groups. */
function sorted(sources: StyleSpecification['sources']): StyleSpecification['sources'] {
  return Object.fromEntries(
    Object.entries(sources).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
  );
}
