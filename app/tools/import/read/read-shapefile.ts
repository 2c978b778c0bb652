import { ENDING, featuresOfParts, SHAPEFILE_PARTS, unzip, ZIP_LIMITS } from 'atlas-engine/readers';
import { ImportError, type ImportRequest } from '../../../stores/bundle/import-types.ts';
import { inZip } from './in-zip.ts';
import type { ReferenceSystems } from './reference-systems.ts';

/**
 * Returns the features of the one shapefile in a zip. Throws `ImportError`, and `UnreadableData` for
 * damaged content.
 */
export function readShapefile(
  { name, bytes, limits }: ImportRequest,
  systems: ReferenceSystems,
): unknown[] {
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
  // A system that is refused must not be taken for a wrong encoding.
  const conversion = systems.conversionFrom(new TextDecoder().decode(parts.get('prj')));
  const options = { conversion: () => conversion };
  try {
    return featuresOfParts(parts, name, options);
  } catch (error) {
    // Older tables have no `.cpg` and are in the encoding of Windows.
    if (parts.has('cpg') || error instanceof ImportError) throw error;
    return featuresOfParts(parts, name, { ...options, encoding: 'windows-1252' });
  }
}
