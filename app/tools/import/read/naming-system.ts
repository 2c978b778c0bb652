import { UnsupportedSystem } from 'atlas-engine/readers';
import { ImportError } from '../../../stores/bundle/import-types.ts';

/** Runs a function, and throws `ImportError` if it finds a reference system that is not supported. */
export function namingSystem<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnsupportedSystem)) throw error;
    const { system, part, found } = error;
    throw new ImportError({ code: 'reference-system', name: system, fault: { part, found } });
  }
}
