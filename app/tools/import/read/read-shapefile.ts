import {
  conversionOf,
  ENDING,
  featuresOfParts,
  nameOfSystem,
  SHAPEFILE_PARTS,
  unzip,
  ZIP_LIMITS,
} from 'atlas-engine/readers';
import { ImportError, type ImportRequest } from '../../../stores/bundle/import-types.ts';
import { inZip } from './in-zip.ts';
import { namingSystem } from './naming-system.ts';

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

/** Throws if the coordinates cannot be converted, or are not in degrees and `convert` is not set. */
function checkReferenceSystem(wkt: string, file: string, convert: boolean): void {
  const conversion = namingSystem(() => conversionOf(wkt, { file, convert: '' }));
  if (conversion !== null && !convert)
    throw new ImportError({ code: 'reference-system', name: nameOfSystem(wkt), fault: null });
}
