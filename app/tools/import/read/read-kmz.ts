import { unzip, ZIP_LIMITS } from 'atlas-engine/readers';
import { ENTRIES } from '../limits.ts';
import { inZip } from './in-zip.ts';
import { readTracks } from './read-tracks.ts';
import { textOf } from './text-of.ts';

/** Returns the features of all KML files in a KMZ. Its pictures are not read. */
export function readKmz(bytes: Uint8Array, name: string): unknown[] {
  const isKml = (entry: string): boolean => /\.kml$/i.test(entry);
  const entries = inZip(() => unzip(bytes, name, isKml, { ...ZIP_LIMITS, entries: ENTRIES }));
  return [...entries.values()].flatMap((content) => readTracks(textOf(content), 'kml'));
}
