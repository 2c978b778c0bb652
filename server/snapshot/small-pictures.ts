import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import type { ConfigFile } from '../access/atlas-snapshot.ts';
import { statWithHash } from '../http/file-hash.ts';
import { contentTypeOf } from '../http/content-type.ts';

/**
 * Largest picture that is in the bundle, in bytes. A request of its own costs about 1 kB and a round
 * trip.
 */
const MAX_BYTES = 2_048;

/** Returns the pictures that are small enough to be in the bundle, as `data:` addresses. */
export async function smallPictures(
  files: ReadonlyMap<string, ConfigFile>,
): Promise<ReadonlyMap<string, string>> {
  const read = [...files].map(async ([name, { path }]) => {
    const type = contentTypeOf(path);
    if (!type.startsWith('image/')) return [];
    const { size } = await statWithHash(path);
    if (size > MAX_BYTES) return [];
    const address = dataAddress(type, await readFile(path));
    return address === null ? [] : [[name, address] as const];
  });
  return new Map((await Promise.all(read)).flat());
}

/**
 * Returns a picture as an address; null for an SVG in another encoding than UTF-8. An SVG stays text,
 * which is smaller than Base64 after compression.
 */
function dataAddress(type: string, bytes: Buffer): string | null {
  if (type !== 'image/svg+xml') return `data:${type};base64,${bytes.toString('base64')}`;
  if (!isUtf8(bytes)) return null;
  const text = bytes.toString('utf8').trim();
  return `data:${type},${text.replaceAll(/[^ -~]|[%#]/gu, encodeURIComponent)}`;
}
