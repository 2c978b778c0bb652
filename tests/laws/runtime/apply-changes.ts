import type { StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { Json } from '../../../engine/basics/values.ts';
import {
  HIGHEST_ZOOM,
  LOWEST_ZOOM,
  type MapCommand,
  type PlainLayer,
} from '../../../engine/runtime/map-command.ts';

type Sources = StyleSpecification['sources'];
type Layers = readonly PlainLayer[];

/**
 * Applies commands to a style as a map would; the reference for `planChanges`. Throws where a map
 * reports an error: an id that exists already or is unknown, a source that is still used or
 * missing.
 */
export function applyChanges(
  style: StyleSpecification,
  commands: readonly MapCommand[],
): StyleSpecification {
  let sources: Sources = style.sources;
  let layers = style.layers as unknown as Layers;
  for (const command of commands) {
    if (command.type === 'add-source' || command.type === 'remove-source') {
      sources = changeSources(sources, layers, command);
    } else {
      layers = changeLayers(layers, sources, command);
    }
  }
  return { ...style, sources, layers: layers as unknown as StyleSpecification['layers'] };
}

type SourceCommand = Extract<MapCommand, { type: 'add-source' | 'remove-source' }>;
type LayerCommand = Exclude<MapCommand, SourceCommand>;

function changeSources(sources: Sources, layers: Layers, command: SourceCommand): Sources {
  const { id } = command;
  if (command.type === 'add-source') {
    if (sources[id]) throw new Error(`The source ${id} exists already.`);
    return { ...sources, [id]: command.source };
  }
  if (layers.some(({ source }) => source === id))
    throw new Error(`The source ${id} is still used.`);
  const { [id]: gone, ...rest } = sources;
  if (!gone) throw new Error(`The source ${id} does not exist.`);
  return rest;
}

function changeLayers(layers: Layers, sources: Sources, command: LayerCommand): Layers {
  switch (command.type) {
    case 'add-layer': {
      const layer = command.layer as unknown as PlainLayer;
      const { id, source } = layer;
      if (layers.some((other) => other.id === id)) {
        throw new Error(`The layer ${id} exists already.`);
      }
      if (source !== undefined && !sources[source])
        throw new Error(`There is no source ${source}.`);
      return insert(layers, layer, command.before);
    }
    case 'remove-layer':
      return layers.toSpliced(placeOf(layers, command.id), 1);
    case 'move-layer': {
      const place = placeOf(layers, command.id);
      return insert(layers.toSpliced(place, 1), layers[place]!, command.before);
    }
    default: {
      const place = placeOf(layers, command.id);
      return layers.with(place, changeLayer(layers[place]!, command));
    }
  }
}

function placeOf(layers: Layers, id: string): number {
  const place = layers.findIndex((layer) => layer.id === id);
  if (place < 0) throw new Error(`The layer ${id} does not exist.`);
  return place;
}

function insert(layers: Layers, layer: PlainLayer, before: string | null): Layers {
  return layers.toSpliced(before === null ? layers.length : placeOf(layers, before), 0, layer);
}

type PropertyCommand = Exclude<LayerCommand, { type: 'add-layer' | 'remove-layer' | 'move-layer' }>;

function changeLayer(layer: PlainLayer, command: PropertyCommand): PlainLayer {
  switch (command.type) {
    case 'set-paint': {
      const { paint, ...rest } = layer;
      return { ...rest, ...named('paint', withProperty(paint, command)) };
    }
    case 'set-layout': {
      const { layout, ...rest } = layer;
      return { ...rest, ...named('layout', withProperty(layout, command)) };
    }
    case 'set-filter': {
      const { filter: _, ...rest } = layer;
      return command.filter === undefined ? rest : { ...rest, filter: command.filter };
    }
    case 'set-zooms': {
      const { minzoom: _min, maxzoom: _max, ...rest } = layer;
      const { minzoom, maxzoom } = command;
      return {
        ...rest,
        ...(minzoom === LOWEST_ZOOM ? {} : { minzoom }),
        ...(maxzoom === HIGHEST_ZOOM ? {} : { maxzoom }),
      };
    }
  }
}

function withProperty(
  values: Readonly<Record<string, Json>> = {},
  { property, value }: { readonly property: string; readonly value: Json | undefined },
): Record<string, Json> {
  const { [property]: _, ...rest } = values;
  return value === undefined ? rest : { ...rest, [property]: value };
}

/** Returns `paint` or `layout` as a part of a layer, or nothing if it is empty, as in compiled styles. */
function named(
  part: 'paint' | 'layout',
  values: Readonly<Record<string, Json>>,
): Partial<PlainLayer> {
  return Object.keys(values).length === 0 ? {} : { [part]: values };
}
