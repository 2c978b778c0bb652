import { extname } from 'node:path';
import { stat } from 'node:fs/promises';
import { isRecord } from 'atlas-engine/http';
import { UsageError } from '../../../host/common/command.ts';
import { placeData } from '../place-data.ts';
import { findArchive } from './archive.ts';
import { findFeatures, isArcGis } from './arcgis.ts';
import { ServerQuestions } from './ask-server.ts';
import type { FoundDataset, FoundSource, Geometry } from './found.ts';
import { EXPECTED, findTiles, isTileJson, tileJsonFile } from './tilejson.ts';
import { findPictures, isWms } from './wms.ts';

/** What the author says. */
export interface OutsideOptions {
  /** A file or an address. */
  readonly path: string;
  readonly config: string;
  readonly scratch: string;
  readonly layer?: string | undefined;
  readonly classes?: string | undefined;
  readonly geometry?: Geometry | undefined;
}

/**
 * Finds tiles, pictures or features at an address, in an archive or in a TileJSON file; null for any
 * other file, whose data are read. Throws `UsageError`.
 */
export async function findOutside(
  options: OutsideOptions,
): Promise<FoundSource | FoundDataset | null> {
  const { path, layer } = options;
  if (/^https?:/i.test(path)) return findAt(path, options);
  const isFile = (await stat(path).catch(() => null))?.isFile() ?? false;
  const ending = extname(path).toLowerCase();
  if (isFile && ending === '.pmtiles') return findArchive(await placeData(path, options), options);
  if (isFile && ending === '.json') {
    const document = await tileJsonFile(path);
    if (document) return findTiles(document, path, { ...options, layer });
  }
  return null;
}

/** Files that are read from the disk only. */
const FILES = /\.(?:pmtiles|geojson|ndjson|geojsonl|csv|tsv|zip|shp|gpkg|fgb|tiff?)$/i;

async function findAt(
  address: string,
  { layer, classes, geometry }: OutsideOptions,
): Promise<FoundSource | FoundDataset> {
  if (isArcGis(address)) return findFeatures(address, { layer, classes });
  if (isWms(address)) return findPictures(address, layer);
  const questions = new ServerQuestions(address, EXPECTED);
  const { pathname } = new URL(address);
  if (FILES.test(pathname))
    throw new UsageError(
      `\`${pathname.split('/').at(-1)}\` is a file. Download it, then name it: \`atlas new layer ${pathname.split('/').at(-1)}\`.`,
    );
  const text = await questions.text(address);
  // Some WMS answer a request for nothing with their capabilities.
  if (/^<(?:\?xml|WMS|WMT_MS|!DOCTYPE WM)/.test(text)) return findPictures(address, layer);
  const document = parsed(text);
  if (isTileJson(document)) return findTiles(document, address, { layer, geometry });
  if (isRecord(document) && document['type'] === 'FeatureCollection')
    throw new UsageError(
      'The address answers GeoJSON. Save the answer as a file and name the file, or load it from the service: see the recipe “Data from an outside service”.',
    );
  throw new UsageError(
    `The answer of \`${address.split('?')[0]}\` is ${text.startsWith('<') ? 'HTML' : document === null ? 'not JSON' : 'JSON without `tiles`'}. The address must be that of ${EXPECTED}.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
