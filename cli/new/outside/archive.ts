/** A PMTiles archive that browsers read directly. */
import { open, type FileHandle } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { PMTiles, type RangeResponse, type Source } from 'pmtiles';
import { isRecord } from 'atlas-engine/http';
import { UsageError } from '../../../host/common/command.ts';
import { HEADER_BYTES, isArchive, readArchive } from '../../../server/pmtiles/read-header.ts';
import type { PlacedData } from '../place-data.ts';
import type { FoundSource } from './found.ts';
import { findLayer, type WantedLayer } from './tile-layers.ts';
import { EVERYWHERE, limitingBounds, wordsOfTiles } from './tile-metadata.ts';

/** Tiles of a file are read fast. */
const TRIES = { perZoom: 25, all: 400 };

/** Finds what is in an archive. Throws `UsageError`. */
export async function findArchive(data: PlacedData, wanted: WantedLayer): Promise<FoundSource> {
  const name = basename(data.file);
  const file = await open(data.from);
  try {
    const { tiles, minzoom, maxzoom, bounds } = await factsOf(file, name);
    const archive = new PMTiles(new FileSource(name, file));
    const metadata: unknown = await archive.getMetadata().catch(() => null);
    const known = isRecord(metadata) ? metadata : {};
    const isVector = tiles === 'vector';
    if (tiles === 'unknown')
      throw new UsageError(
        `\`${name}\` does not say what its tiles are. Write it again with a newer version of its program.`,
      );
    const tile = async (z: number, x: number, y: number): Promise<Uint8Array | null> => {
      const found = await archive.getZxy(z, x, y);
      return found ? new Uint8Array(found.data) : null;
    };
    const area = { minzoom, maxzoom, bounds: limitingBounds(bounds) ?? EVERYWHERE };
    const { encoding } = known;
    const isHeights = encoding === 'mapbox' || encoding === 'terrarium';
    return {
      kind: 'source',
      ...wordsOfTiles(known, basename(name, extname(name))),
      type: isVector ? 'vector' : isHeights ? 'raster-dem' : 'raster',
      origin: { data },
      ...(isHeights && !isVector && { encoding }),
      ...(isVector && {
        layer: await findLayer({ ...area, name, metadata: known, tile, tries: TRIES }, wanted),
      }),
      notes: [],
    };
  } finally {
    await file.close();
  }
}

async function factsOf(
  file: FileHandle,
  name: string,
): Promise<Awaited<ReturnType<typeof readArchive>>> {
  const beginning = Buffer.alloc(HEADER_BYTES);
  await file.read(beginning, 0, HEADER_BYTES, 0);
  if (!isArchive(beginning))
    throw new UsageError(
      `\`${name}\` is not a PMTiles archive of version 3. \`pmtiles convert\` makes one from MBTiles, and converts older versions.`,
    );
  try {
    return await readArchive(file, beginning);
  } catch {
    throw new UsageError(`The archive \`${name}\` is incomplete or damaged. Copy it again.`);
  }
}

/** The bytes of an open file. */
class FileSource implements Source {
  readonly #name: string;
  readonly #file: FileHandle;

  constructor(name: string, file: FileHandle) {
    this.#name = name;
    this.#file = file;
  }

  getKey(): string {
    return this.#name;
  }

  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    const bytes = new Uint8Array(length);
    const { bytesRead } = await this.#file.read(bytes, 0, length, offset);
    return { data: bytes.buffer.slice(0, bytesRead) };
  }
}
