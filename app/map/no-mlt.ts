/**
 * Replaces MapLibre's parser of MLT tiles in the build (see vite.config.ts). The atlas language has
 * no MLT sources, and the parser adds 14 kB (brotli) to the first page load. A hosted style with an
 * MLT source fails as any unreadable source does; the other sources still load.
 */
export class MLTVectorTile {
  constructor() {
    throw new Error('This atlas cannot read tiles in the MLT encoding.');
  }
}
