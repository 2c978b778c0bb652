import type {
  LayerSpecification,
  SourceSpecification,
  StyleSpecification,
} from '@maplibre/maplibre-gl-style-spec';
import type { Json } from '../bundle/bundle.ts';

/** One call on a map. `before` null means on top; a value undefined takes a property away. */
export type MapCommand =
  | { readonly type: 'add-source'; readonly id: string; readonly source: SourceSpecification }
  | { readonly type: 'remove-source'; readonly id: string }
  | {
      readonly type: 'add-layer';
      readonly layer: LayerSpecification;
      readonly before: string | null;
    }
  | { readonly type: 'remove-layer'; readonly id: string }
  | { readonly type: 'move-layer'; readonly id: string; readonly before: string | null }
  | {
      readonly type: 'set-paint';
      readonly id: string;
      readonly property: string;
      readonly value: Json | undefined;
    }
  | {
      readonly type: 'set-layout';
      readonly id: string;
      readonly property: string;
      readonly value: Json | undefined;
    }
  | { readonly type: 'set-filter'; readonly id: string; readonly filter: Json | undefined }
  | {
      readonly type: 'set-zooms';
      readonly id: string;
      readonly minzoom: number;
      readonly maxzoom: number;
    };

/** A style layer as plain data. */
interface PlainLayer {
  readonly id: string;
  readonly type: string;
  readonly source?: unknown;
  readonly 'source-layer'?: unknown;
  readonly minzoom?: number;
  readonly maxzoom?: number;
  readonly filter?: Json;
  readonly paint?: Readonly<Record<string, Json>>;
  readonly layout?: Readonly<Record<string, Json>>;
}

/** MapLibre's zoom range of a layer that names none. */
const [LOWEST_ZOOM, HIGHEST_ZOOM] = [0, 24];

/**
 * Plans the calls that turn one style into another, with the fewest moves: layers of the longest
 * increasing subsequence stay, the others are moved once each. A layer whose type or source
 * changed, or whose source's definition did, is removed and added.
 */
export function planChanges(previous: StyleSpecification, next: StyleSpecification): MapCommand[] {
  const before = new Map(plain(previous).map((layer, index) => [layer.id, { layer, index }]));
  const changedSources = new Set(
    Object.entries(previous.sources)
      .filter(([id, source]) => !same(source, next.sources[id]))
      .map(([id]) => id),
  );
  const wanted = plain(next);
  const kept = wanted.filter((layer) => {
    const old = before.get(layer.id)?.layer;
    return (
      old !== undefined && isSameLayer(old, layer) && !changedSources.has(String(layer.source))
    );
  });
  const keptIds = new Set(kept.map(({ id }) => id));
  const commands: MapCommand[] = [];
  for (const { id } of plain(previous))
    if (!keptIds.has(id)) commands.push({ type: 'remove-layer', id });
  for (const id of changedSources) commands.push({ type: 'remove-source', id });
  for (const [id, source] of Object.entries(next.sources)) {
    if (!(id in previous.sources) || changedSources.has(id))
      commands.push({ type: 'add-source', id, source });
  }
  const still = staying(kept.map(({ id }) => before.get(id)!.index));
  const staysById = new Set(kept.filter((_, i) => still.has(i)).map(({ id }) => id));
  for (let i = wanted.length - 1; i >= 0; i--) {
    const layer = wanted[i]!;
    const above = wanted[i + 1]?.id ?? null;
    if (!keptIds.has(layer.id))
      commands.push({
        type: 'add-layer',
        layer: layer as unknown as LayerSpecification,
        before: above,
      });
    else if (!staysById.has(layer.id))
      commands.push({ type: 'move-layer', id: layer.id, before: above });
  }
  for (const layer of kept) commands.push(...changesOf(before.get(layer.id)!.layer, layer));
  return commands;
}

function plain(style: StyleSpecification): readonly PlainLayer[] {
  return style.layers as unknown as readonly PlainLayer[];
}

function isSameLayer(a: PlainLayer, b: PlainLayer): boolean {
  return a.type === b.type && a.source === b.source && a['source-layer'] === b['source-layer'];
}

function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Indexes that form a longest increasing subsequence of `values` (patience sorting, n log n). */
function staying(values: readonly number[]): Set<number> {
  const tails: number[] = [];
  const parent: number[] = [];
  values.forEach((value, i) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[tails[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    parent[i] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = i;
  });
  const stays = new Set<number>();
  for (let i = tails.at(-1) ?? -1; i >= 0; i = parent[i]!) stays.add(i);
  return stays;
}

function* changesOf(old: PlainLayer, layer: PlainLayer): Generator<MapCommand> {
  const { id } = layer;
  for (const [type, part] of [
    ['set-paint', 'paint'],
    ['set-layout', 'layout'],
  ] as const) {
    const from = old[part] ?? {};
    const to = layer[part] ?? {};
    for (const property of new Set([...Object.keys(from), ...Object.keys(to)])) {
      if (!same(from[property], to[property])) yield { type, id, property, value: to[property] };
    }
  }
  if (!same(old.filter, layer.filter)) yield { type: 'set-filter', id, filter: layer.filter };
  if (old.minzoom !== layer.minzoom || old.maxzoom !== layer.maxzoom) {
    yield {
      type: 'set-zooms',
      id,
      minzoom: layer.minzoom ?? LOWEST_ZOOM,
      maxzoom: layer.maxzoom ?? HIGHEST_ZOOM,
    };
  }
}

/**
 * Applies commands to a style as a map would; the reference that `planChanges` is held against.
 * Throws where a map would: on an unknown layer or source, or one that is still read.
 */
export function applyChanges(
  style: StyleSpecification,
  commands: readonly MapCommand[],
): StyleSpecification {
  const sources: Record<string, SourceSpecification> = { ...style.sources };
  let layers = [...plain(style)];
  const at = (id: string | null): number => {
    if (id === null) return layers.length;
    const index = layers.findIndex((layer) => layer.id === id);
    if (index < 0) throw new Error(`There is no layer ${id}`);
    return index;
  };
  const edit = (id: string, change: (layer: PlainLayer) => PlainLayer): void => {
    const index = at(id);
    layers = layers.with(index, change(layers[index]!));
  };
  for (const command of commands) {
    switch (command.type) {
      case 'add-source':
        if (command.id in sources) throw new Error(`The source ${command.id} is there already`);
        sources[command.id] = command.source;
        break;
      case 'remove-source':
        if (layers.some((layer) => layer.source === command.id))
          throw new Error(`The source ${command.id} is still read`);
        delete sources[command.id];
        break;
      case 'add-layer':
        layers = layers.toSpliced(at(command.before), 0, command.layer as unknown as PlainLayer);
        break;
      case 'remove-layer':
        layers = layers.toSpliced(at(command.id), 1);
        break;
      case 'move-layer': {
        const [layer] = layers.slice(at(command.id), at(command.id) + 1);
        layers = layers.toSpliced(at(command.id), 1);
        layers = layers.toSpliced(at(command.before), 0, layer!);
        break;
      }
      case 'set-paint':
        edit(command.id, (layer) => ({ ...layer, paint: withProperty(layer.paint, command) }));
        break;
      case 'set-layout':
        edit(command.id, (layer) => ({ ...layer, layout: withProperty(layer.layout, command) }));
        break;
      case 'set-filter':
        edit(command.id, ({ filter: _, ...rest }) =>
          command.filter === undefined ? rest : { ...rest, filter: command.filter },
        );
        break;
      case 'set-zooms':
        edit(command.id, ({ minzoom: _min, maxzoom: _max, ...rest }) => ({
          ...rest,
          ...(command.minzoom === LOWEST_ZOOM ? {} : { minzoom: command.minzoom }),
          ...(command.maxzoom === HIGHEST_ZOOM ? {} : { maxzoom: command.maxzoom }),
        }));
        break;
    }
  }
  return { ...style, sources, layers: layers as unknown as StyleSpecification['layers'] };
}

function withProperty(
  values: Readonly<Record<string, Json>> | undefined,
  { property, value }: { readonly property: string; readonly value: Json | undefined },
): Record<string, Json> {
  const { [property]: _, ...rest } = values ?? {};
  return value === undefined ? rest : { ...rest, [property]: value };
}
