import { featuresOfFlatgeobuf } from 'atlas-engine/readers';
import { ImportError } from '../../../stores/bundle/import-types.ts';
import { IMPORT_LIMITS } from '../limits.ts';
import type { ReferenceSystems } from './reference-systems.ts';

/** Returns the features of a FlatGeobuf file. Throws `ImportError`, and other errors for damaged content. */
export function readFlatgeobuf(bytes: Uint8Array, systems: ReferenceSystems): unknown[] {
  const features = featuresOfFlatgeobuf(bytes, {
    limit: IMPORT_LIMITS.features,
    conversion: (wkt) => systems.conversionFrom(wkt),
    unknownSystem: (name) => {
      const fault = { part: 'system', found: name } as const;
      return new ImportError({ code: 'reference-system', name, fault });
    },
  });
  return [...features];
}
