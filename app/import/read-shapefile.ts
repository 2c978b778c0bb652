import {
  conversionOf,
  ENDING,
  featuresOfParts,
  SHAPEFILE_PARTS,
  unzip,
  ZIP_LIMITS,
} from 'atlas-engine/readers';
import { ImportError, type ImportRequest } from '../stores/import-types.ts';
import { inZip } from './in-zip.ts';

/**
 * Returns the features of the one shapefile in a zip. With `convert`, coordinates of a known
 * projection become WGS 84. Throws `ImportError`, and `UnreadableData` for damaged content.
 */
export function readShapefile({ name, bytes, convert, limits }: ImportRequest): unknown[] {
  const most = { ...ZIP_LIMITS, entries: limits.entries };
  const entries = inZip(() => unzip(bytes, name, (entry) => ENDING.test(entry), most));
  const parts = new Map<string, Uint8Array>();
  for (const [entry, content] of entries) {
    const part = ENDING.exec(entry)?.[1]?.toLowerCase() ?? '';
    if (parts.has(part)) throw new ImportError({ code: 'zip-several', part });
    parts.set(part, content);
  }
  const missing = SHAPEFILE_PARTS.filter((part) => !parts.has(part));
  if (missing.length > 0) throw new ImportError({ code: 'zip-missing', parts: missing });
  checkReferenceSystem(new TextDecoder().decode(parts.get('prj')), name, convert);
  try {
    return featuresOfParts(parts, name);
  } catch (error) {
    // Older tables have no `.cpg` and are in the encoding of Windows.
    if (parts.has('cpg')) throw error;
    return featuresOfParts(parts, name, { encoding: 'windows-1252' });
  }
}

/** Throws if the coordinates are not on WGS 84, or not in degrees and `convert` is not set. */
function checkReferenceSystem(wkt: string, file: string, convert: boolean): void {
  const name = /"([^"]*)"/.exec(wkt)?.[1] ?? wkt.slice(0, 60).trim();
  let convertible: boolean;
  try {
    convertible = conversionOf(wkt, { file, convert: '' }) !== null;
  } catch {
    throw new ImportError({ code: 'reference-system', name, convertible: false });
  }
  if (convertible && !convert)
    throw new ImportError({ code: 'reference-system', name, convertible });
}
