import { UnreadableData } from 'atlas-engine/readers';
import { ImportError } from '../../../stores/bundle/import-types.ts';

/** Runs a function that opens a zip. Throws `ImportError`: the zip is damaged, or over its limits. */
export function inZip<Result>(open: () => Result): Result {
  try {
    return open();
  } catch (error) {
    const isLimit = error instanceof UnreadableData && !/not a zip/.test(error.message);
    throw new ImportError({ code: isLimit ? 'zip-limits' : 'zip-damaged' });
  }
}
