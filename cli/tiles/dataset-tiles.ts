import { tileBounds, UNITS_PER_DEGREE } from '../../server/geometry/index.ts';
import type { Bounds, DatasetCut, DatasetStore } from '../../server/store/store.ts';
import type { Tile } from '../../server/pmtiles/write-pmtiles.ts';

/** Maximum number of parallel requests to the store. */
const AT_ONCE = 32;

type Place = Omit<Tile, 'data'>;

/** The dataset of the tiles, and the name of their layer. */
export interface TilesOptions {
  readonly cut: DatasetCut;
  readonly layer: string;
  readonly minzoom: number;
  readonly maxzoom: number;
}

/**
 * Makes every tile of a dataset that is not empty, as the server makes it. Starts with the whole world
 * and descends only where there are features. An empty tile does not end the descent, because its
 * features may be too small for its zoom.
 */
export async function tilesOf(
  store: Pick<DatasetStore, 'tile' | 'page'>,
  { cut, layer, minzoom, maxzoom }: TilesOptions,
): Promise<Tile[]> {
  const made: Tile[] = [];
  const look = async (place: Place): Promise<boolean> => {
    const { z } = place;
    const data = z < minzoom ? null : await store.tile({ layer, cuts: [cut], ...place });
    if (data) made.push({ ...place, data });
    if (data || z === maxzoom) return true;
    const bbox = tileBounds(z, place.x, place.y).map((u) => u / UNITS_PER_DEGREE);
    const [first] = await store.page({
      dataset: cut.dataset,
      fields: [],
      bbox: bbox as unknown as Bounds,
      limit: 1,
    });
    return first !== undefined;
  };
  let places: Place[] = [{ z: 0, x: 0, y: 0 }];
  for (let z = 0; z <= maxzoom; z++) {
    const next: Place[] = [];
    for (let from = 0; from < places.length; from += AT_ONCE) {
      const some = places.slice(from, from + AT_ONCE);
      const found = await Promise.all(some.map(look));
      some.forEach((place, i) => found[i] && next.push(...quartersOf(place)));
    }
    places = next;
  }
  return made;
}

function quartersOf({ z, x, y }: Place): Place[] {
  return [0, 1].flatMap((dx) => [0, 1].map((dy) => ({ z: z + 1, x: 2 * x + dx, y: 2 * y + dy })));
}
