/** A thread of the embedded store: reads version files and encodes tiles. */
import { existsSync } from 'node:fs';
import { decodeGeometry } from '../../geometry/packed.ts';
import type { TileAddress } from '../../geometry/project.ts';
import { encodeTile, type TileFeature } from '../../geometry/tile.ts';
import { toMovable } from '../query-geometry.ts';
import { bestFirst } from '../search-order.ts';
import { isHeavyThread, serveRequests, type Served } from '../serve-requests.ts';
import type { SearchHit } from '../store.ts';
import { derivedLayerName } from '../writer.ts';
import { analyseVersion } from './analyse-version.ts';
import { FILE_GONE, type FileCut, type KeepNotice, type ReadRequest } from './messages.ts';
import { nearVersion } from './near-version.ts';
import { overlapsVersion } from './overlaps-version.ts';
import { packFeatures, type BlobFeature } from './packed-features.ts';
import { VersionReader } from './version-reader.ts';

const readers = new Map<string, VersionReader>();

serveRequests({
  answer: (request) => answer(request as ReadRequest),
  notice: (message) => closeOthers(message as KeepNotice),
  close: () => closeOthers({ keep: [] }),
});

function answer(request: ReadRequest): Served {
  switch (request.kind) {
    case 'tile':
      return tile(request);
    case 'feature':
      return features(readerOf(request.file).feature(request, request.id) ?? []);
    case 'page':
      return features(readerOf(request.file).page(request));
    case 'shape':
      return shape(request);
    case 'list':
      return { value: readerOf(request.file).list(request) };
    case 'shapes':
      return shapes(request);
    case 'intersects':
      return features(readerOf(request.file).intersects(request, request));
    case 'count':
      return { value: readerOf(request.file).count(request.query) };
    case 'analyse':
      return { value: analyseVersion(readerOf(request.file), request) };
    case 'near':
      return { value: nearVersion(readerOf(request.file), request, request) };
    case 'overlaps': {
      const readers = { reader: readerOf(request.file), of: readerOf(request.of.file) };
      return { value: overlapsVersion(readers, request, request) };
    }
    case 'search':
      return { value: search(request) };
    case 'raster':
      return { value: readerOf(request.file).raster() };
    case 'cells':
      return { value: readerOf(request.file).cells(request.query) };
  }
}

function features(found: BlobFeature | readonly BlobFeature[]): Served {
  const { packed, buffers } = packFeatures([found].flat());
  return { value: packed, transfer: buffers };
}

function shape(request: Extract<ReadRequest, { id: number }>): Served {
  const found = readerOf(request.file).feature(request, request.id);
  if (found === null) return { value: null };
  const { shape: made, buffers } = toMovable(decodeGeometry(found.geometry));
  return { value: { ...made, id: found.id, properties: found.properties }, transfer: buffers };
}

function shapes(request: Extract<ReadRequest, { kind: 'shapes' }>): Served {
  const value = readerOf(request.file).shapes(request);
  return { value, transfer: [value.geometries.buffer, value.codes.buffer] };
}

function search({ cuts, ...request }: Extract<ReadRequest, { kind: 'search' }>): SearchHit[] {
  return bestFirst(cuts.map((cut) => readerOf(cut.file).search(cut, request)));
}

function tile({ layer, cuts, z, x, y }: Extract<ReadRequest, { kind: 'tile' }>): Served {
  const address = { z, x, y };
  const derived = new Set(cuts.flatMap(({ file }) => readerOf(file).derivedLayers(z)));
  const bytes = encodeTile(
    { layer, ...address, features: featuresOf(cuts, address) },
    ...[...derived].map((name) => ({
      layer: derivedLayerName(layer, name),
      ...address,
      features: derivedOf(cuts, name, address),
    })),
  );
  if (bytes === null) return { value: null };
  return { value: bytes, transfer: [bytes.buffer as ArrayBuffer] };
}

function* featuresOf(cuts: readonly FileCut[], tile: TileAddress): Generator<TileFeature> {
  for (const cut of cuts) yield* readerOf(cut.file).tileFeatures(cut, tile);
}

function* derivedOf(
  cuts: readonly FileCut[],
  layer: string,
  tile: TileAddress,
): Generator<TileFeature> {
  for (const cut of cuts) yield* readerOf(cut.file).derivedFeatures(cut, layer, tile);
}

function readerOf(file: string): VersionReader {
  let reader = readers.get(file);
  if (reader === undefined) {
    if (!existsSync(file)) {
      throw Object.assign(new Error(file), { name: FILE_GONE });
    }
    reader = new VersionReader(file, { isHeavy: isHeavyThread() });
    readers.set(file, reader);
  }
  return reader;
}

function closeOthers({ keep }: KeepNotice): void {
  for (const [file, reader] of readers) {
    if (keep.includes(file)) continue;
    readers.delete(file);
    reader.close();
  }
}
