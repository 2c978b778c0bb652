import type { LayerSpecification, StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import { longestIncreasing } from './longest-increasing.ts';
import { HIGHEST_ZOOM, LOWEST_ZOOM, type MapCommand, type PlainLayer } from './map-command.ts';
import { sameJson } from '../basics/same-json.ts';

/** Keys that MapLibre can change on a layer. If another key differs, the layer is added again. */
const CHANGEABLE: readonly string[] = ['minzoom', 'maxzoom', 'filter', 'paint', 'layout'];

/**
 * Plans the commands that turn the sources and layers of one style into those of another, with the
 * fewest moves. Layers of a longest increasing subsequence stay; each other layer is moved once. A
 * layer is removed and added again when its source is defined differently, or when anything but
 * zooms, filter, paint or layout changed. All other parts of the styles (fonts, sprite) must be
 * equal. MapLibre's own diff takes quadratic time when layers are reordered, and removes layers to
 * move them.
 */
export function planChanges(previous: StyleSpecification, next: StyleSpecification): MapCommand[] {
  const old = new Map(plain(previous).map((layer) => [layer.id, layer]));
  const wanted = plain(next);
  const lost = Object.keys(previous.sources).filter(
    (id) => !sameJson(previous.sources[id], next.sources[id]),
  );
  const fresh = Object.keys(next.sources).filter(
    (id) => !sameJson(previous.sources[id], next.sources[id]),
  );
  const kept = new Set(
    wanted
      .filter((layer) => {
        const before = old.get(layer.id);
        return before && sameMake(before, layer) && !lost.includes(layer.source ?? '');
      })
      .map(({ id }) => id),
  );
  return [
    ...[...old.keys()]
      .filter((id) => !kept.has(id))
      .map((id) => ({ type: 'remove-layer', id }) as const),
    ...lost.map((id) => ({ type: 'remove-source', id }) as const),
    ...fresh.map((id) => ({ type: 'add-source', id, source: next.sources[id]! }) as const),
    ...planOrder([...old.keys()], wanted, kept),
    ...wanted.flatMap((layer) =>
      kept.has(layer.id) ? planProperties(old.get(layer.id)!, layer) : [],
    ),
  ];
}

function plain({ layers }: StyleSpecification): readonly PlainLayer[] {
  return layers as unknown as readonly PlainLayer[];
}

function sameMake(a: PlainLayer, b: PlainLayer): boolean {
  const make = (layer: PlainLayer): unknown =>
    Object.fromEntries(Object.entries(layer).filter(([key]) => !CHANGEABLE.includes(key)));
  return sameJson(make(a), make(b));
}

/** Plans the order of layers from the top down, so that the layer above each one exists. */
function planOrder(
  previous: readonly string[],
  wanted: readonly PlainLayer[],
  kept: ReadonlySet<string>,
): MapCommand[] {
  const places = new Map(previous.filter((id) => kept.has(id)).map((id, place) => [id, place]));
  const survivors = wanted.filter(({ id }) => kept.has(id)).map(({ id }) => id);
  const still = new Set(
    longestIncreasing(survivors.map((id) => places.get(id)!)).map((at) => survivors[at]!),
  );
  const commands: MapCommand[] = [];
  let before: string | null = null;
  for (const layer of wanted.toReversed()) {
    const { id } = layer;
    if (!kept.has(id)) {
      const added = layer as unknown as LayerSpecification; // The layer comes from a style.
      commands.push({ type: 'add-layer', layer: added, before });
    } else if (!still.has(id)) commands.push({ type: 'move-layer', id, before });
    before = id;
  }
  return commands;
}

function planProperties(old: PlainLayer, layer: PlainLayer): MapCommand[] {
  const { id, minzoom, maxzoom } = layer;
  const commands: MapCommand[] = [];
  for (const [type, part] of [
    ['set-paint', 'paint'],
    ['set-layout', 'layout'],
  ] as const) {
    const from = old[part] ?? {};
    const to = layer[part] ?? {};
    for (const property of new Set([...Object.keys(from), ...Object.keys(to)])) {
      const value = to[property];
      if (!sameJson(from[property], value)) commands.push({ type, id, property, value });
    }
  }
  if (!sameJson(old.filter, layer.filter)) {
    commands.push({ type: 'set-filter', id, filter: layer.filter });
  }
  if (old.minzoom !== minzoom || old.maxzoom !== maxzoom) {
    const zooms = { minzoom: minzoom ?? LOWEST_ZOOM, maxzoom: maxzoom ?? HIGHEST_ZOOM };
    commands.push({ type: 'set-zooms', id, ...zooms });
  }
  return commands;
}
