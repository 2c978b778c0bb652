/**
 * The first bytes of archives of tiles: their header and, in most archives, the directory of their
 * tiles. They are requested while the code of the map loads, which saves a round trip. An address for
 * each tile would save it too, but a plain file server could not serve the archive.
 */
import type { RangeResponse } from 'pmtiles';
import { DATA_TIMEOUT_MS, deadline } from '../net/deadline.ts';
import { readOfSite } from './site-archive.ts';
import type { AtlasStore } from '../stores/atlas-store.ts';

/**
 * Number of bytes that are requested from the start of a PMTiles archive. If its directory is
 * larger, the map requests the whole directory.
 */
export const HEAD_BYTES = 4096;

const heads = new Map<string, Promise<RangeResponse | null>>();

/** Requests the heads of the archives that the first view of the base map needs. */
export function requestHeads({ bases, bundles }: AtlasStore): void {
  const { sources } = bundles.bundle;
  for (const { source: id } of bases.current.sublayers) {
    const source = sources[id ?? ''];
    const archive = source && 'pmtiles' in source ? source.pmtiles : undefined;
    if (archive && !heads.has(archive)) heads.set(archive, requestHead(archive));
  }
}

/** Returns the requested head of an archive once; null if there is none, or the request failed. */
export async function takeHead(archive: string): Promise<RangeResponse | null> {
  const head = heads.get(archive);
  heads.delete(archive);
  return (await head) ?? null;
}

async function requestHead(archive: string): Promise<RangeResponse | null> {
  const range = { offset: 0, bytes: HEAD_BYTES, signal: deadline(DATA_TIMEOUT_MS) };
  try {
    return (await readOfSite(archive, range)) ?? (await requestRange(archive, range));
  } catch {
    return null;
  }
}

/** Requests a range of bytes; null if the server does not answer ranges. */
export async function requestRange(
  archive: string,
  {
    offset,
    bytes,
    ...options
  }: { readonly offset: number; readonly bytes: number } & Pick<RequestInit, 'cache' | 'signal'>,
): Promise<RangeResponse | null> {
  const headers = { range: `bytes=${offset}-${offset + bytes - 1}` };
  const response = await fetch(archive, { ...options, headers });
  if (response.status !== 206) return null;
  const data = await response.arrayBuffer();
  const etag = response.headers.get('etag');
  return { data, ...(etag !== null && !etag.startsWith('W/') && { etag }) };
}
