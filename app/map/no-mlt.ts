/**
 * Stands in for MapLibre's reader of MLT tiles in the build (see vite.config.ts). The language has
 * no such source, and the reader costs 14 kB of the first view (brotli). A hosted style that names
 * one fails as any source does that cannot be read: visibly, and alone.
 */
export class MLTVectorTile {
  constructor() {
    throw new Error('Tiles in the MLT encoding are not read by this atlas.');
  }
}
