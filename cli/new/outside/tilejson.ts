/** Tiles on another server, which TileJSON describes (versions 2 and 3). */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { isRecord } from 'atlas-engine/http';
import { UsageError } from '../../../host/common/command.ts';
import { ServerQuestions } from './ask-server.ts';
import type { FoundSource } from './found.ts';
import { findLayer, type WantedLayer } from './tile-layers.ts';
import { EVERYWHERE, limitingBounds, wordsOfTiles } from './tile-metadata.ts';
import { withoutParameters } from './split-address.ts';
import { tilesWithin } from './tiles-within.ts';

/** What an address should answer, for messages. */
export const EXPECTED = 'TileJSON, an ArcGIS layer (`…/FeatureServer/0`) or a WMS';

type Document = Readonly<Record<string, unknown>>;

/** The highest zoom of the layer language, and the usual one of tile servers. */
const MOST_ZOOM = 24;
const USUAL_ZOOM = 14;
/** Each tile is a request. */
const TRIES = { perZoom: 3, all: 24 };

/** Returns the TileJSON in a file; null for another document, such as GeoJSON. */
export async function tileJsonFile(path: string): Promise<Document | null> {
  const text = await readFile(path, 'utf8').catch(() => '');
  if (!/"tiles"\s*:/.test(text) || /"FeatureCollection"/.test(text)) return null;
  try {
    const document: unknown = JSON.parse(text);
    return isTileJson(document) ? document : null;
  } catch {
    return null;
  }
}

export function isTileJson(document: unknown): document is Document {
  return isRecord(document) && Array.isArray(document['tiles']);
}

/** Finds the tiles of TileJSON, which was read from a file or an address. Throws `UsageError`. */
export async function findTiles(
  document: Document,
  from: string,
  wanted: WantedLayer,
): Promise<FoundSource> {
  const address = templateOf(document, from);
  const isAddress = URL.canParse(from) && from.includes('://');
  const path = isAddress ? new URL(from).pathname : from;
  const questions = new ServerQuestions(address.replaceAll(/[{}]/g, ''), 'a tile');
  const tile = (z: number, x: number, y: number): Promise<Uint8Array | null> =>
    questions.tile(address.replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`));
  const minzoom = zoomOf(document['minzoom'], 0);
  const maxzoom = zoomOf(document['maxzoom'], isAddress ? USUAL_ZOOM : MOST_ZOOM);
  const bounds = limitingBounds(document['bounds']);
  const tiles = { minzoom, maxzoom, bounds: bounds ?? EVERYWHERE, tile };
  const type = await typeOf(document, address, tiles);
  const { tileSize, encoding } = document;
  return {
    kind: 'source',
    ...wordsOfTiles(document, nameOf(path)),
    type,
    origin: { address, root: new URL(address.replaceAll(/[{}]/g, '')).origin },
    ...(minzoom > 0 && { minzoom }),
    ...(document['maxzoom'] !== undefined && { maxzoom }),
    ...(bounds && { bounds }),
    ...(type !== 'vector' && tileSize === 512 && { tileSize }),
    ...(type === 'raster-dem' && { encoding: encoding as 'mapbox' | 'terrarium' }),
    ...(type === 'vector' && {
      layer: await findLayer({ ...tiles, name: from, metadata: document, tries: TRIES }, wanted),
    }),
    notes: [],
  };
}

/** Returns the first address of tiles, complete. Throws `UsageError` for one that the map cannot read. */
function templateOf({ tiles, scheme }: Document, from: string): string {
  const [first] = tiles as readonly unknown[];
  if (typeof first !== 'string')
    throw new UsageError(`The TileJSON \`${from}\` has no address under \`tiles\`.`);
  if (scheme === 'tms')
    throw new UsageError(
      `The tiles of \`${from}\` are counted from the south (\`scheme: tms\`), which the map does not support. Most servers offer them as \`xyz\` too.`,
    );
  if (!['{z}', '{x}', '{y}'].every((place) => first.includes(place)))
    throw new UsageError(
      `The address of tiles in \`${from}\` must contain \`{z}\`, \`{x}\` and \`{y}\`, but it is \`${withoutParameters(first, () => true)}\`.`,
    );
  if (/^https?:\/\//.test(first)) return first;
  if (!/^https?:\/\//.test(from) || !URL.canParse(first, from))
    throw new UsageError(
      `The address of tiles in \`${from}\` is not complete: \`${first}\`. It must begin with https://.`,
    );
  return new URL(first, from).href.replaceAll('%7B', '{').replaceAll('%7D', '}');
}

function zoomOf(value: unknown, otherwise: number): number {
  const zoom = typeof value === 'string' ? Number.parseInt(value, 10) : value;
  if (typeof zoom !== 'number' || !Number.isFinite(zoom)) return otherwise;
  return Math.min(Math.max(Math.floor(zoom), 0), MOST_ZOOM);
}

/** `data/roads.json` and `roads/tiles.json` are both named `roads`. */
function nameOf(path: string): string {
  const parts = path.split(/[\\/]/).filter((part) => part !== '');
  const last = basename(parts.at(-1) ?? 'tiles').replace(/\.(?:tile)?json$/i, '');
  const isCommon = /^(?:tiles?|tilejson|index|metadata)$/i.test(last);
  return (isCommon && parts.at(-2)) || last;
}

type Tiles = {
  readonly minzoom: number;
  readonly maxzoom: number;
  readonly bounds: typeof EVERYWHERE;
  readonly tile: (z: number, x: number, y: number) => Promise<Uint8Array | null>;
};

/** Returns the type of the tiles: as stated, else by the address, else by the first bytes of a tile. */
async function typeOf(
  { vector_layers: layers, format, encoding }: Document,
  address: string,
  tiles: Tiles,
): Promise<FoundSource['type']> {
  if (encoding === 'mapbox' || encoding === 'terrarium') return 'raster-dem';
  const ending = /\.(\w+)(?:\?.*)?$/.exec(address)?.[1] ?? '';
  const stated = `${typeof format === 'string' ? format : ''} ${ending}`.toLowerCase();
  if (Array.isArray(layers) || /\b(?:pbf|mvt)\b/.test(stated)) return 'vector';
  if (/\b(?:png\d*|jpe?g|webp|avif)\b/.test(stated)) return 'raster';
  for (const [z, x, y] of tilesWithin(tiles, TRIES)) {
    const bytes = await tiles.tile(z, x, y);
    if (bytes?.length) return isPicture(bytes) ? 'raster' : 'vector';
  }
  throw new UsageError(
    'The TileJSON does not say whether its tiles are pictures or vector tiles, and none was found. Add `format: pbf` or `format: png` to a copy of the file, and name the copy.',
  );
}

/** The first bytes of PNG, JPEG, WebP and AVIF. */
function isPicture(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return /^(?:\x89PNG|\xff\xd8\xff|RIFF[^]{4}WEBP|[^]{4}ftyp)/.test(start);
}
