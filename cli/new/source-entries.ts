/** The entries of tiles or pictures that the map reads by itself, as YAML with comments. */
import { toFlow } from 'atlas-engine';
import type { Classes } from './choose-classes.ts';
import { featureLines, foundIn, infoOf, keyText } from './layer-entries.ts';
import type { FoundLayer, FoundSource } from './outside/found.ts';
import type { ServicePlace } from './outside/split-address.ts';
import { toFill } from './texts-to-fill.ts';

/** What the entries of a source are made from. */
export interface SourceParts {
  readonly id: string;
  readonly source: FoundSource;
  /** The service; null for a file. */
  readonly place: ServicePlace | null;
  /** The file of an archive. */
  readonly file?: string;
  readonly classes: Classes | null;
  readonly locales: readonly string[];
}

/** Digits of degrees: a metre. */
const DIGITS = 5;

/** Returns the entry of `sources`. */
export function sourceEntry({ id, source, place, file }: SourceParts): string {
  const { type, minzoom, maxzoom, bounds, tileSize, encoding, wms, layer, credits } = source;
  const rounded = bounds?.map((degrees) => Number(degrees.toFixed(DIGITS)));
  const line = (key: string, value: unknown, comment = ''): string[] =>
    value === undefined ? [] : [`${key}: ${toFlow(value)}${comment && ` # ${comment}`}`];
  return [
    `id: ${id}`,
    `type: ${type}`,
    ...line('file', file, 'sent to everyone, unchanged'),
    ...line('service', place?.service),
    ...line('path', place?.path || undefined),
    ...line('layers', wms && [wms.layer]),
    ...line('format', wms?.format),
    ...line('encoding', encoding),
    ...line('tile-size', tileSize),
    ...line('minzoom', minzoom),
    ...line('maxzoom', maxzoom, 'above it, the map enlarges the tiles'),
    ...line('bounds', rounded, 'west, south, east, north'),
    ...(credits.length > 0 ? ['attribution: # as the owner requires it'] : []),
    ...credits.map(
      ({ text, url }) => `  - ${toFlow({ text: { all: text }, ...(url && { url }) })}`,
    ),
    ...(layer && layer.fields.length > 0 ? fieldLines(layer) : []),
  ].join('\n');
}

/** The fields of the layer; the values are those of one tile. */
function fieldLines({ name, fields }: FoundLayer): readonly string[] {
  return [
    'fields: # by layer; the comments say what was in a tile',
    `  ${keyText(name)}:`,
    ...fields.map((field) => {
      const isSeen = field.values !== null && field.values.length > 0;
      return `    ${keyText(field.name)}: ${field.type}${isSeen ? ` # ${foundIn(field)}` : ''}`;
    }),
  ];
}

/** Returns the entry of `groups`. */
export function sourceGroupEntry(parts: SourceParts & { readonly category: string }): string {
  const { id, source, locales, category } = parts;
  const info = infoOf(source, locales);
  return [
    `id: ${id}`,
    `name: ${toFlow(toFill(source.title, locales))}`,
    `category: ${toFlow(category)} # the heading in the layer list`,
    ...(source.layer?.geometry === 'polygon' ? ['opacity: 0.7'] : []),
    ...(info ? [`info: ${toFlow(info)}`] : []),
    ...(source.wms?.hasLegend ? ['legend: { from: source } # a picture of the other server'] : []),
    ...drawnLines(parts),
  ].join('\n');
}

function drawnLines({ id, source: { type, layer }, classes }: SourceParts): readonly string[] {
  if (layer)
    return [
      'sublayers: # from the ground up',
      ...featureLines({ id, geometry: layer.geometry, classes, layer: layer.name }),
    ];
  if (type === 'raster-dem')
    return ['sublayers:', `  - ${toFlow({ id: 'shade', type: 'hillshade', source: id })}`];
  return [`source: ${id}`];
}
