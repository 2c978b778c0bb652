/**
 * Archives of a static site. Each is also written in parts, for servers that do not answer ranges of a
 * file. The first read, of a range of the first part, shows what the server does.
 */
import { ARCHIVE_PART_BYTES, archivePart } from 'atlas-engine/runtime';
import type { RangeResponse } from 'pmtiles';

interface Wanted {
  readonly offset: number;
  readonly bytes: number;
  readonly signal: AbortSignal;
}

/** Whether the server answers ranges; null until it is known. */
let answersRanges: boolean | null = null;

/** Reads bytes of an archive of a static site. */
export async function readParts(archive: string, wanted: Wanted): Promise<RangeResponse> {
  const { offset, bytes, signal } = wanted;
  if (answersRanges) return { data: await readRange(archive, wanted) };
  const first = Math.floor(offset / ARCHIVE_PART_BYTES);
  const last = Math.floor((offset + bytes - 1) / ARCHIVE_PART_BYTES);
  const start = offset - first * ARCHIVE_PART_BYTES;
  if (answersRanges === null && first === last) {
    const part = archivePart(archive, first);
    return { data: await readRange(part, { offset: start, bytes, signal }) };
  }
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const parts = await Promise.all(
    numbers.map(async (part) => (await answer(archivePart(archive, part), { signal })).blob()),
  );
  return { data: await new Blob(parts).slice(start, start + bytes).arrayBuffer() };
}

/** Reads a range of a file, also from a server that sends the whole file. */
async function readRange(address: string, { offset, bytes, signal }: Wanted): Promise<ArrayBuffer> {
  const headers = { range: `bytes=${offset}-${offset + bytes - 1}` };
  const response = await answer(address, { headers, signal });
  answersRanges = response.status === 206;
  const data = await response.arrayBuffer();
  return answersRanges ? data : data.slice(offset, offset + bytes);
}

async function answer(address: string, options: RequestInit): Promise<Response> {
  const response = await fetch(address, options);
  if (response.ok) return response;
  throw new Error(`The file ${address} gave the status ${response.status}.`);
}
