import type { Page } from '@playwright/test';

/** A part of the renderer's map, which `rememberMap` makes available. */
interface RememberedMap {
  getLayoutProperty(id: string, name: string): unknown;
  getStyle(): { readonly layers: readonly { readonly id: string; readonly type: string }[] };
  queryRenderedFeatures(
    place: readonly [number, number] | undefined,
    options: { readonly layers: readonly string[] },
  ): readonly {
    readonly layer: { readonly id: string };
    readonly properties: Readonly<Record<string, unknown>>;
    readonly geometry: { readonly type: string; readonly coordinates: unknown };
  }[];
  project(place: unknown): { readonly x: number; readonly y: number };
}

/** Makes the map of the page available to the functions below. Call it before the page opens. */
export async function rememberMap(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // The renderer sets this property in the constructor of its map.
    Object.defineProperty(Object.prototype, '_controlContainer', {
      configurable: true,
      set(this: object, value: unknown) {
        Object.assign(globalThis, { rememberedMap: this });
        Object.defineProperty(this, '_controlContainer', { value, writable: true });
      },
    });
  });
}

/** A symbol that has a place on the map. */
export interface PlacedFeature {
  readonly layer: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Returns the features of all symbols that have a place on the map. */
export function placedFeatures(page: Page): Promise<PlacedFeature[]> {
  return page.evaluate(() => {
    const { rememberedMap: map } = globalThis as unknown as { rememberedMap: RememberedMap };
    const layers = map.getStyle().layers.flatMap(({ id, type }) => (type === 'symbol' ? [id] : []));
    return map
      .queryRenderedFeatures(undefined, { layers })
      .map(({ layer, properties }) => ({ layer: layer.id, properties }));
  });
}

/** Returns the layer and name of each label that has a place on the map, such as `a/b/town Kribi`. */
export async function placedLabels(page: Page): Promise<string[]> {
  return (await placedFeatures(page)).map(
    ({ layer, properties }) => `${layer} ${properties['name'] ?? properties['fmu_name']}`,
  );
}

/** Returns the pixels of the window that show the given places. */
export function pixelsOf(
  page: Page,
  places: readonly (readonly number[])[],
): Promise<(readonly [x: number, y: number])[]> {
  return page.evaluate((given) => {
    const { rememberedMap: map } = globalThis as unknown as { rememberedMap: RememberedMap };
    const { left, top } = document.querySelector('.maplibregl-canvas')!.getBoundingClientRect();
    return given.map((place) => {
      const { x, y } = map.project(place);
      return [x + left, y + top] as const;
    });
  }, places);
}

/** Returns the number of examined points on rivers that are borders, and the names of villages there. */
export function namesOnBorderRivers(
  page: Page,
): Promise<{ readonly river: number; readonly names: readonly string[] }> {
  return page.evaluate((step) => {
    const { rememberedMap: map } = globalThis as unknown as { rememberedMap: RememberedMap };
    const ids = map.getStyle().layers.map(({ id }) => id);
    const clear = ids.filter((id) => id.endsWith('/river-clear'));
    const villages = ids.filter((id) => id.includes('/villages/') && id.endsWith('names'));
    const points: { readonly x: number; readonly y: number }[] = [];
    for (const { geometry } of map.queryRenderedFeatures(undefined, { layers: clear })) {
      const parts = geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates;
      for (const line of parts as (readonly [number, number])[][])
        for (const [i, corner] of line.slice(1).entries()) {
          const [from, to] = [map.project(line[i]), map.project(corner)];
          const count = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / step);
          for (let part = 0; part < count; part += 1)
            points.push({
              x: from.x + ((to.x - from.x) * part) / count,
              y: from.y + ((to.y - from.y) * part) / count,
            });
        }
    }
    const found = points.flatMap(({ x, y }) =>
      map
        .queryRenderedFeatures([x, y], { layers: villages })
        .map(({ properties }) => String(properties['name'])),
    );
    return { river: points.length, names: [...new Set(found)] };
  }, STEP);
}

/** Distance between the points of the map that are examined, in px; names are at least 9 px high. */
const STEP = 6;

/** Radius of the ring of a town in px. Names begin outside of it. */
const RING_PX = 8;

/** Returns the pairs of names that share a point of the map, without icons. */
export function crossingNames(page: Page): Promise<string[]> {
  return page.evaluate(
    ([step, ring]) => {
      const { rememberedMap: map } = globalThis as unknown as { rememberedMap: RememberedMap };
      const layers = map.getStyle().layers.flatMap(({ id, type }) => {
        // Signs without a name may cover each other.
        const isName = type === 'symbol' && map.getLayoutProperty(id, 'text-field') !== undefined;
        return isName && !id.endsWith('-clear') ? [id] : [];
      });
      const pairs = new Set<string>();
      for (let x = 0; x < innerWidth; x += step)
        for (let y = 0; y < innerHeight; y += step) {
          const found = map.queryRenderedFeatures([x, y], { layers }).filter(({ geometry }) => {
            if (geometry.type !== 'Point') return true;
            const place = map.project(geometry.coordinates);
            return Math.hypot(place.x - x, place.y - y) > ring;
          });
          const names = found.map(({ layer, properties }) => `${layer.id} ${properties['name']}`);
          const different = [...new Set(names)].sort();
          if (different.length > 1) pairs.add(different.join(' × '));
        }
      return [...pairs];
    },
    [STEP, RING_PX] as const,
  );
}

/** Distance between the examined points of an edge in px; names are at least 9 px high. */
const EDGE_STEP = 4;

/** Returns the names that cross an edge of the map, or of the bars at its top and bottom, in px. */
export function cutNames(
  page: Page,
  bars: { readonly top: number; readonly bottom: number },
): Promise<string[]> {
  return page.evaluate(
    ([step, top, low]) => {
      const { rememberedMap: map } = globalThis as unknown as { rememberedMap: RememberedMap };
      const layers = map.getStyle().layers.flatMap(({ id, type }) => {
        return type === 'symbol' && !id.endsWith('-clear') ? [id] : [];
      });
      const { clientWidth: right, clientHeight } = document.querySelector('.maplibregl-canvas')!;
      const bottom = clientHeight - low;
      const cut = new Set<string>();
      const look = (x: number, y: number): void => {
        for (const { layer, properties } of map.queryRenderedFeatures([x, y], { layers }))
          cut.add(`${layer.id} ${properties['name']}`);
      };
      for (let x = 0; x <= right; x += step) [top, bottom].forEach((y) => look(x, y));
      for (let y = top; y <= bottom; y += step) [0, right].forEach((x) => look(x, y));
      return [...cut].sort();
    },
    [EDGE_STEP, bars.top, bars.bottom] as const,
  );
}

/** Returns the names that are partly or wholly behind the cards in front of the map. */
export function namesBehindCards(page: Page): Promise<string[]> {
  return page.evaluate((step) => {
    const { rememberedMap: map } = globalThis as unknown as { rememberedMap: RememberedMap };
    const layers = map.getStyle().layers.flatMap(({ id, type }) => {
      return type === 'symbol' && !id.endsWith('-clear') ? [id] : [];
    });
    const { left, top } = document.querySelector('.maplibregl-canvas')!.getBoundingClientRect();
    const behind = new Set<string>();
    for (const card of document.querySelectorAll('.map-area .float, .map-area .credits')) {
      const box = card.getBoundingClientRect();
      for (let x = box.left; x <= box.right; x += step)
        for (let y = box.top; y <= box.bottom; y += step)
          for (const { layer, properties } of map.queryRenderedFeatures([x - left, y - top], {
            layers,
          }))
            behind.add(`${layer.id} ${properties['name']}`);
    }
    return [...behind].sort();
  }, EDGE_STEP);
}
