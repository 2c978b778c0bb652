import type { Map as GlMap } from 'maplibre-gl';
import { describe, expect, it } from 'vitest';
import type { Covered } from '../../../app/map/covered-parts.ts';
import { keepNamesWhole } from '../../../app/map/whole-names.ts';

/** A map of 400x300 px; the index of its names begins 100 px outside. */
const [WIDTH, HEIGHT, OUTSIDE] = [400, 300, 100];

/** A box in px of the map, as left, top, right and bottom edge. */
type Edges = readonly [number, number, number, number];

/** The index of the renderer, which has room for every name. */
const roomy = () => ({
  transform: { width: WIDTH, height: HEIGHT },
  screenRightBoundary: WIDTH + OUTSIDE,
  placeCollisionBox: (box: Edges) => ({
    box: box.map((edge) => edge + OUTSIDE),
    placeable: true,
    offscreen: false,
    occluded: false,
  }),
  placeCollisionCircles: (circles: readonly number[]) => ({
    circles: circles.map((value, i) => (i % 4 < 2 ? value + OUTSIDE : value)),
    offscreen: false,
    collisionDetected: false,
  }),
});

const COVERED: Covered = {
  edges: { left: 0, top: 50, right: 0, bottom: 80 },
  cards: [{ left: 300, top: 100, right: 400, bottom: 160 }],
};

/** A map as the renderer's, with the fields that names need; `style` may lack some. */
function makeMap(style: object | undefined = {}) {
  const listeners: (() => void)[] = [];
  let repaints = 0;
  const map = {
    style,
    on: (_: string, listener: () => void) => listeners.push(listener),
    triggerRepaint: () => repaints++,
  };
  return {
    map: map as unknown as GlMap,
    repaints: () => repaints,
    replaceStyle: (next: object) => {
      map.style = next;
      for (const listener of listeners) listener();
    },
    /** The renderer begins to place names with an index. */
    begin: <T>(index: T): T => {
      Object.assign(map.style, { pauseablePlacement: { placement: { collisionIndex: index } } });
      return index;
    },
  };
}

describe('names', () => {
  it.each<[string, Edges, boolean]>([
    ['in the free part', [10, 60, 90, 80], true],
    ['across the left edge', [-5, 60, 75, 80], false],
    ['across the right edge', [350, 60, 401, 80], false],
    ['across the upper bar', [10, 45, 90, 65], false],
    ['across the sheet', [10, 215, 90, 225], false],
    ['partly behind a card', [250, 110, 310, 130], false],
    ['behind a card', [310, 110, 390, 130], false],
    ['beside a card', [210, 110, 299, 130], true],
  ])('%s have a place: %#', (_, box, placeable) => {
    const { map, begin } = makeMap();
    keepNamesWhole(map, () => COVERED);
    expect(begin(roomy()).placeCollisionBox(box).placeable).toBe(placeable);
  });

  it.each<[string, readonly [number, number], boolean]>([
    ['is in the free part', [150, 120], true],
    ['is behind a card', [310, 120], false],
    ['is below a bar', [150, 40], false],
    ['is outside the map', [-5, 120], false],
  ])('have a place where the point that they name %s', (_, [x, y], placeable) => {
    const { map, begin } = makeMap();
    keepNamesWhole(map, () => COVERED);
    // The box of the name is in the free part.
    const box = { x1: -15, y1: -5, box: [100, 115, 130, 125] };
    const shift = { x: 115 - x, y: 120 - y };
    const given = [box, 'never', 1, ...Array<undefined>(7), shift];
    const index = begin({
      ...roomy(),
      placeCollisionBox: (..._given: unknown[]) => ({
        box: box.box.map((edge) => edge + OUTSIDE),
        placeable: true,
        offscreen: false,
        occluded: false,
      }),
    });
    expect(index.placeCollisionBox(...given).placeable).toBe(placeable);
  });

  it.each<[string, number, boolean]>([
    ['in the free part', 200, false],
    ['partly behind a card', 295, true],
  ])('along lines collide when they are covered: %s', (_, x, collides) => {
    const { map, begin } = makeMap();
    keepNamesWhole(map, () => COVERED);
    const { collisionDetected } = begin(roomy()).placeCollisionCircles([
      150,
      120,
      9,
      0,
      x,
      120,
      9,
      0,
    ]);
    expect(collisionDetected).toBe(collides);
  });

  it('are kept whole in a style that replaces another', () => {
    const { map, begin, replaceStyle } = makeMap();
    keepNamesWhole(map, () => COVERED);
    replaceStyle({});
    expect(begin(roomy()).placeCollisionBox([-5, 60, 75, 80]).placeable).toBe(false);
  });

  it('are placed again when a card has moved, and only then', () => {
    const { map, begin, repaints } = makeMap();
    let cards = COVERED.cards;
    const names = keepNamesWhole(map, () => ({ ...COVERED, cards }));
    expect(names.follow()).toBe(false);
    begin(roomy());
    expect(names.follow()).toBe(false);
    cards = [];
    expect([names.follow(), repaints()]).toEqual([true, 1]);
    begin(roomy());
    expect(names.follow()).toBe(false);
  });
});

describe('a renderer without the fields that are extended', () => {
  it.each<[string, object]>([
    ['box', { placeCollisionBox: undefined }],
    ['circles', { placeCollisionCircles: undefined }],
    ['transform', { transform: undefined }],
    ['boundary', { screenRightBoundary: undefined }],
  ])('places names as usual: no %s', (_, missing) => {
    const { map, begin } = makeMap();
    keepNamesWhole(map, () => COVERED).placeAgain();
    const index = { ...roomy(), ...missing };
    const before = { ...index };
    expect(begin(index)).toEqual(before);
  });

  it('places names as usual: no index, no style', () => {
    const { map, begin } = makeMap();
    keepNamesWhole(map, () => COVERED);
    expect(() => begin(undefined)).not.toThrow();
    const without = makeMap();
    without.replaceStyle(undefined as unknown as object);
    expect(() => keepNamesWhole(without.map, () => COVERED).placeAgain()).not.toThrow();
  });
});
