/** Loads GEOS, and helps callers to use its memory safely. */
import initGeos from 'geos-wasm';

/** Address of a geometry in the memory of GEOS; 0 means that an operation failed. */
export type Handle = number;

const KEEP_COLLAPSED = 0;
const STRUCTURE_METHOD = 1;

// GEOS prints coordinates in its notices and errors, and coordinates may be restricted: both are dropped.
export const geos = await initGeos({ noticeHandler: () => {}, errorHandler: () => {} });

/** Runs `work` and then frees every geometry passed to `keep`, also when it throws. */
export function scoped<T>(work: (keep: (handle: Handle) => Handle) => T): T {
  const handles: Handle[] = [];
  try {
    return work((handle) => {
      if (handle) handles.push(handle);
      return handle;
    });
  } finally {
    for (const handle of handles) geos.GEOSGeom_destroy(handle);
  }
}

/**
 * Repairs a geometry by the structure of its rings and removes parts without area. The caller frees
 * the result, which is 0 when GEOS fails. 0 must never be passed to GEOS.
 */
export function makeValid(handle: Handle): Handle {
  const params = geos.GEOSMakeValidParams_create();
  geos.GEOSMakeValidParams_setMethod(params, STRUCTURE_METHOD);
  geos.GEOSMakeValidParams_setKeepCollapsed(params, KEEP_COLLAPSED);
  const valid = geos.GEOSMakeValidWithParams(handle, params);
  geos.GEOSMakeValidParams_destroy(params);
  return valid;
}
