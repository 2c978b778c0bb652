/** The layers of vector tiles: what the metadata say, and what a tile has. */
import type { Bounds } from 'atlas-engine';
import { isRecord } from 'atlas-engine/http';
import { UsageError } from '../../../host/common/command.ts';
import { pick } from '../../../host/config/valid-config.ts';
import { surveyFields, type SurveyedField } from '../survey.ts';
import { TYPES_OF_TILES, type FoundLayer, type Geometry } from './found.ts';
import { readTile, type TileFeature } from './read-tile.ts';
import { tilesWithin } from './tiles-within.ts';

/** Vector tiles whose layers are looked for. */
export interface TileSet {
  /** The file or address, for messages. */
  readonly name: string;
  /** The metadata of TileJSON or of an archive. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly minzoom: number;
  readonly maxzoom: number;
  readonly bounds: Bounds;
  /** Returns a tile; null if there is none. */
  readonly tile: (z: number, x: number, y: number) => Promise<Uint8Array | null>;
  /** Number of tiles that are tried at each zoom, and in all. */
  readonly tries: { readonly perZoom: number; readonly all: number };
}

/** What the author says about the layer. */
export interface WantedLayer {
  readonly layer?: string | undefined;
  readonly geometry?: Geometry | undefined;
}

interface Declared {
  readonly name: string;
  readonly minzoom: number;
  /** The types of the fields as they are written, by name. */
  readonly fields: readonly (readonly [name: string, type: string])[];
}

/**
 * Finds one layer of vector tiles, with its geometry and fields. Throws `UsageError` if there are
 * several to choose from, or if its geometry is not known.
 */
export async function findLayer(tiles: TileSet, wanted: WantedLayer): Promise<FoundLayer> {
  const declared = declaredLayers(tiles.metadata);
  const sample = await sampleOf(tiles, declared, wanted.layer);
  const names = declared.length > 0 ? declared.map(({ name }) => name) : [...sample.layers.keys()];
  const name = chooseLayer(names, tiles.name, wanted.layer);
  const features = sample.layers.get(name) ?? [];
  const stats = statsOf(tiles.metadata, name);
  const geometry = wanted.geometry ?? stats.geometry ?? mostFrequent(features);
  if (geometry === null)
    throw new UsageError(
      `The metadata of \`${tiles.name}\` do not say whether \`${name}\` has points, lines or polygons, and ${sample.why ?? 'no tile that was tried has features of it'}. Say it with \`--geometry\`.`,
    );
  const found = surveyFields(features.map(({ properties }) => properties));
  const fields = declared.find((each) => each.name === name)?.fields ?? [];
  return { name, geometry, fields: joinFields(fields, found, stats.values) };
}

function chooseLayer(names: readonly string[], of: string, wanted: string | undefined): string {
  if (names.length === 0) throw new UsageError(`No layer was found in the tiles of \`${of}\`.`);
  if (wanted !== undefined)
    return pick(new Map(names.map((each) => [each, each])), wanted, 'layer');
  if (names.length === 1) return names[0]!;
  throw new UsageError(
    `The tiles of \`${of}\` have several layers: ${names.join(', ')}. Choose one with \`--layer\`.`,
  );
}

/** Returns the layers that TileJSON 3 and archives list under `vector_layers`. */
function declaredLayers({ vector_layers: layers }: TileSet['metadata']): readonly Declared[] {
  if (!Array.isArray(layers)) return [];
  return layers.filter(isRecord).flatMap(({ id, fields, minzoom }) => {
    if (typeof id !== 'string') return [];
    const types = Object.entries(isRecord(fields) ? fields : {});
    return [
      {
        name: id,
        minzoom: typeof minzoom === 'number' ? minzoom : 0,
        fields: types.map(([name, type]) => [name, String(type)] as const),
      },
    ];
  });
}

interface Sample {
  readonly layers: ReadonlyMap<string, readonly TileFeature[]>;
  /** Why there is no tile. */
  readonly why?: string;
}

/** Reads tiles until one has features of the layer; of any layer if none is named or listed. */
async function sampleOf(
  tiles: TileSet,
  declared: readonly Declared[],
  wanted: string | undefined,
): Promise<Sample> {
  const layer = wanted ?? (declared.length === 1 ? declared[0]!.name : undefined);
  // The author must choose a layer first.
  if (layer === undefined && declared.length > 1) return { layers: new Map() };
  const known = declared.find(({ name }) => name === layer);
  const minzoom = Math.min(Math.max(tiles.minzoom, known?.minzoom ?? 0), tiles.maxzoom);
  for (const [z, x, y] of tilesWithin({ ...tiles, minzoom }, tiles.tries)) {
    try {
      const bytes = await tiles.tile(z, x, y);
      if (!bytes?.length) continue;
      const layers = readTile(bytes);
      const isFound = layer === undefined ? layers.size > 0 : layers.get(layer)?.length;
      if (isFound) return { layers };
    } catch (error) {
      const reason = error instanceof UsageError ? error.message : 'it is not a vector tile';
      const why = `the tile ${z}/${x}/${y} cannot be read: ${reason.replace(/\.$/, '')}`;
      return { layers: new Map(), why };
    }
  }
  return { layers: new Map() };
}

function mostFrequent(features: readonly TileFeature[]): Geometry | null {
  const counts = new Map<Geometry, number>();
  for (const { geometry } of features) counts.set(geometry, (counts.get(geometry) ?? 0) + 1);
  return (
    [...counts].reduce<readonly [Geometry, number] | null>(
      (best, each) => (best && best[1] >= each[1] ? best : each),
      null,
    )?.[0] ?? null
  );
}

/** The kinds of geometry in the statistics that Tippecanoe writes. */
const GEOMETRIES: Readonly<Record<string, Geometry>> = {
  Point: 'point',
  LineString: 'line',
  Polygon: 'polygon',
};

type Values = ReadonlyMap<string, readonly (string | number | boolean)[]>;

/** Returns what `tilestats` say about a layer: its geometry, and all values of fields with few. */
function statsOf(
  { tilestats }: TileSet['metadata'],
  name: string,
): { readonly geometry: Geometry | null; readonly values: Values } {
  const layers = isRecord(tilestats) ? tilestats['layers'] : null;
  const layer = (Array.isArray(layers) ? layers : [])
    .filter(isRecord)
    .find((each) => each['layer'] === name);
  const attributes = layer?.['attributes'];
  const listed = (Array.isArray(attributes) ? attributes : []).filter(isRecord);
  const values = listed.flatMap(({ attribute, count, values: all }) =>
    Array.isArray(all) && all.length === count
      ? [[String(attribute), all.filter(isPlain)] as const]
      : [],
  );
  return { geometry: GEOMETRIES[String(layer?.['geometry'])] ?? null, values: new Map(values) };
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Joins the fields that the metadata list with those of a tile. */
function joinFields(
  declared: Declared['fields'],
  found: readonly SurveyedField[],
  complete: Values,
): readonly SurveyedField[] {
  const byName = new Map(found.map((field) => [field.name, field]));
  const types = new Map(declared);
  return [...new Set([...types.keys(), ...byName.keys()])].map((name) => {
    const seen = byName.get(name);
    const type = TYPES_OF_TILES[(types.get(name) ?? '').toLowerCase()] ?? seen?.type ?? 'text';
    const values = [...(seen?.values ?? [])];
    const known = new Set(values.map(([value]) => value));
    for (const value of complete.get(name) ?? []) if (!known.has(value)) values.push([value, 0]);
    return { name, type, nulls: seen?.nulls ?? 0, values };
  });
}
