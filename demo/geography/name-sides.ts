import Flatbush from 'flatbush';
import type { Bounds, Line, Point } from '../../cli/geography/geometry.ts';

/** The anchor of a name: `left` puts it to the east of its place, `top` to the south. */
export type Anchor = 'left' | 'right' | 'top' | 'bottom';

/** A town, whose ring needs room. */
export interface Town {
  readonly at: Point;
  readonly symbolrank: number;
}

/** A zoom at which the names of places are compared, and the highest rank of the towns there. */
export interface Scale {
  readonly zoom: number;
  readonly rank: number;
}

/** How names are written: width of a letter, half their height, and the gap to the place, in pixels. */
export interface Lettering {
  readonly letter: number;
  readonly halfHeight: number;
  readonly gap: number;
  readonly scales: readonly Scale[];
}

/** The names of towns. */
export const TOWN_LETTERING: Lettering = {
  letter: 8,
  halfHeight: 8,
  gap: 9,
  scales: [
    { zoom: 7, rank: 13 },
    { zoom: 8, rank: 14 },
    { zoom: 9.6, rank: 15 },
  ],
};

/** The sides in the order of preference, each with what it costs to choose it. */
const SIDES: readonly (readonly [anchor: Anchor, cost: number])[] = [
  ['left', 0],
  ['right', 0.04],
  ['top', 0.2],
  ['bottom', 0.2],
];
/** Width in pixels of the whole earth at zoom 0. */
const WORLD = 512;
/** Steps of the grid of points at which a name is examined. */
const [COLUMNS, ROWS] = [9, 3];
/**
 * What a name over the ring of another town costs, which would then not be drawn: less for each rank
 * after the first towns.
 */
const [RING, RING_PER_RANK] = [0.8, 0.12];
/** The rank of the first towns. */
const FIRST_RANK = 9;
/** Half the size of a ring and the space around it, in pixels. */
const HALF_RING = 8;

type Segment = readonly [from: Point, to: Point];

/** Returns what a name in a box, in degrees, costs at a scale because of what it covers there. */
export type Covers = (box: Bounds, scale: Scale, degreesPerPixel: number) => number;

/** Returns the cost of covering the rings of towns, except the one at a place. */
export function ringsOf(towns: readonly Town[], place: Point): Covers {
  return (box, { rank }, degrees) =>
    towns
      .filter((town) => town.symbolrank <= rank && town.at !== place)
      .filter((town) => isWithin(town.at, box, HALF_RING * degrees))
      .map(({ symbolrank }) => RING - RING_PER_RANK * Math.max(0, symbolrank - FIRST_RANK))
      .reduce((sum, ring) => sum + ring, 0);
}

/** A place with its name. */
export interface Named {
  readonly at: Point;
  readonly name: string;
  /** Returns true on the dry land of the country of the place. */
  readonly isAtHome: (point: Point) => boolean;
}

/**
 * Finds the best side of a place for its name. Water, other countries and land beyond a river count
 * against a side, and so does what the caller counts.
 */
export class NameSides {
  readonly #segments: readonly Segment[];
  readonly #index: Flatbush;
  readonly #lettering: Lettering;

  /** Takes the rivers as lines, in degrees. */
  constructor(rivers: readonly Line[], lettering: Lettering) {
    this.#lettering = lettering;
    this.#segments = rivers.flatMap((line) =>
      line.slice(1).map((to, i): Segment => [line[i]!, to]),
    );
    this.#index = new Flatbush(this.#segments.length);
    for (const [[x1, y1], [x2, y2]] of this.#segments)
      this.#index.add(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2));
    this.#index.finish();
  }

  /** Returns the best anchor of the name of a place. */
  anchorOf(named: Named, covers: Covers = () => 0): Anchor {
    const { scales } = this.#lettering;
    const costs = SIDES.map(([anchor, cost]) => {
      const covered = scales.map((scale) => {
        const box = this.boxOf(anchor, named, scale.zoom);
        return this.#missed(named, box) + covers(box, scale, degreesPerPixel(scale.zoom));
      });
      const sum = covered.reduce((total, part) => total + part, 0);
      return [anchor, cost + sum / scales.length] as const;
    });
    return costs.reduce((best, next) => (next[1] < best[1] ? next : best))[0];
  }

  /** Returns the box that a name covers on one side of its place at a zoom, in degrees. */
  boxOf(anchor: Anchor, { at: [lng, lat], name }: Omit<Named, 'isAtHome'>, zoom: number): Bounds {
    const { gap, halfHeight, letter } = this.#lettering;
    const degrees = degreesPerPixel(zoom);
    const width = name.length * letter;
    const start = { left: gap, right: -gap - width, top: -width / 2, bottom: -width / 2 }[anchor];
    const middle = { left: 0, right: 0, top: -gap - halfHeight, bottom: gap + halfHeight }[anchor];
    return [
      lng + start * degrees,
      lat + (middle - halfHeight) * degrees,
      lng + (start + width) * degrees,
      lat + (middle + halfHeight) * degrees,
    ];
  }

  /** Returns the share of a box that is over water or another country, or beyond a river. */
  #missed({ at, isAtHome }: Named, box: Bounds): number {
    const [lng, lat] = at;
    const [west, south, east, north] = box;
    const rivers = this.#index
      .search(Math.min(lng, west), Math.min(lat, south), Math.max(lng, east), Math.max(lat, north))
      .map((i) => this.#segments[i]!);
    const points = pointsIn(box);
    const missed = points.filter(
      (point) => !isAtHome(point) || rivers.some((river) => cross([at, point], river)),
    );
    return missed.length / points.length;
  }
}

function degreesPerPixel(zoom: number): number {
  return 360 / (WORLD * 2 ** zoom);
}

/** Returns true if two segments cross. */
function cross([a, b]: Segment, [c, d]: Segment): boolean {
  return side(a, b, c) > 0 !== side(a, b, d) > 0 && side(c, d, a) > 0 !== side(c, d, b) > 0;
}

/** Is positive for a point to the left of a segment. */
function side([x1, y1]: Point, [x2, y2]: Point, [x, y]: Point): number {
  return (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
}

/** Returns true if a place is in a box or so many degrees beside it. */
export function isWithin(
  [lng, lat]: Point,
  [west, south, east, north]: Bounds,
  margin: number,
): boolean {
  return lng > west - margin && lng < east + margin && lat > south - margin && lat < north + margin;
}

/** Returns points of a box, in a grid. */
function pointsIn([west, south, east, north]: Bounds): Point[] {
  return Array.from({ length: COLUMNS * ROWS }, (_, i) => {
    const column = (i % COLUMNS) / (COLUMNS - 1);
    const row = Math.floor(i / COLUMNS) / (ROWS - 1);
    return [west + column * (east - west), south + row * (north - south)] as const;
  });
}
