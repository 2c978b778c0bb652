import type { RangeResponse } from 'pmtiles';

interface Wanted {
  readonly offset: number;
  readonly bytes: number;
  readonly signal: AbortSignal;
}

/** Reads bytes of an archive of a static site, whose code others do not load; null for other archives. */
export function readOfSite(archive: string, wanted: Wanted): Promise<RangeResponse> | null {
  if (!archive.startsWith('./')) return null;
  return import('./archive-parts.ts').then(({ readParts }) => readParts(archive, wanted));
}
