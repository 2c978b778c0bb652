import {
  boundsOf,
  encloses,
  overlaps,
  toMercator,
  type Bounds,
  type Point,
  type Polygon,
} from '../../cli/geography/geometry.ts';

/** The anchor of a name: `left` puts it to the east of its place, `top` to the south. */
export type Anchor = 'left' | 'right' | 'top' | 'bottom';

/** An area with its box. */
interface Area {
  readonly rings: Polygon;
  readonly box: Bounds;
}

/** A town, whose ring needs room. */
export interface Town {
  readonly at: Point;
  readonly symbolrank: number;
}

/** The sides in the order of preference, each with what it costs to choose it. */
const SIDES: readonly (readonly [anchor: Anchor, cost: number])[] = [
  ['left', 0],
  ['right', 0.04],
  ['top', 0.2],
  ['bottom', 0.2],
];
/**
 * Degrees of longitude in a pixel at zooms 7, 8 and 9.6, at which names are compared, and the highest
 * rank of towns there.
 */
const SCALES = (
  [
    [7, 13],
    [8, 14],
    [9.6, 15],
  ] as const
).map(([zoom, rank]) => ({
  degrees: 360 / (512 * 2 ** zoom),
  rank,
}));
/** Width of a letter, half the height of a name and the gap to its place, in pixels. */
const [LETTER, HALF_HEIGHT, GAP] = [8, 8, 9];
/** Steps of the grid of points at which a name is examined. */
const [COLUMNS, ROWS] = [9, 3];
/** What a part of a name over another country costs, compared with one over water. */
const ABROAD = 0.5;
/**
 * What a name over the ring of another town costs, which would then not be drawn: less for each rank
 * after the first towns.
 */
const [RING, RING_PER_RANK] = [0.8, 0.12];
/** The rank of the first towns. */
const FIRST_RANK = 9;
/** Half the size of a ring and the space around it, in pixels. */
const HALF_RING = 8;

/**
 * Finds the side of a place on which its name covers least water, least of other countries and fewest
 * other towns.
 */
export class NameSides {
  readonly #countries: ReadonlyMap<string, readonly Area[]>;
  readonly #waters: readonly Area[];

  /** Takes the outlines of countries in degrees, and areas of water on the unit square. */
  constructor(countries: ReadonlyMap<string, readonly Polygon[]>, waters: readonly Polygon[]) {
    this.#countries = new Map(Array.from(countries, ([iso3, list]) => [iso3, list.map(toArea)]));
    this.#waters = waters.map(toArea);
  }

  /** Returns the best anchor of the name of a place among all towns. */
  anchorOf(iso3: string, at: Point, name: string, towns: readonly Town[]): Anchor {
    const width = name.length * LETTER;
    const costs = SIDES.map(([anchor, cost]) => {
      const covered = SCALES.map(({ degrees, rank }) => {
        const box = boxOf(anchor, at, width, degrees);
        const margin = HALF_RING * degrees;
        const rings = towns
          .filter((town) => town.symbolrank <= rank && town.at !== at)
          .filter((town) => isWithin(town.at, box, margin))
          .map(({ symbolrank }) => RING - RING_PER_RANK * Math.max(0, symbolrank - FIRST_RANK));
        return rings.reduce((sum, ring) => sum + ring, this.#cover(iso3, pointsIn(box)));
      });
      const sum = covered.reduce((total, part) => total + part, 0);
      return [anchor, cost + sum / SCALES.length] as const;
    });
    return costs.reduce((best, next) => (next[1] < best[1] ? next : best))[0];
  }

  /** Returns the country in which a place is; null at sea. */
  countryAt(at: Point): string | null {
    const found = Array.from(this.#countries).find(([, areas]) => isIn(areas, at));
    return found?.[0] ?? null;
  }

  /** Returns the share of points that are in water; those in another country count less. */
  #cover(iso3: string, points: readonly Point[]): number {
    const box = boundsOf(points);
    const boxOnMap = boundsOf([toMercator([box[0], box[1]]), toMercator([box[2], box[3]])]);
    const near = (areas: readonly Area[], part: Bounds): Area[] =>
      areas.filter((area) => overlaps(area.box, part));
    const own = near(this.#countries.get(iso3) ?? [], box);
    const others = Array.from(this.#countries).flatMap(([other, areas]) =>
      other === iso3 ? [] : near(areas, box),
    );
    const waters = near(this.#waters, boxOnMap);
    const cost = (point: Point): number => {
      if (isIn(waters, toMercator(point))) return 1;
      if (isIn(own, point)) return 0;
      return isIn(others, point) ? ABROAD : 1;
    };
    return points.reduce((sum, point) => sum + cost(point), 0) / points.length;
  }
}

const toArea = (rings: Polygon): Area => ({ rings, box: boundsOf(rings[0]!) });

function isIn(areas: readonly Area[], point: Point): boolean {
  return areas.some(
    ({ rings: [shore, ...islands] }) =>
      encloses(shore!, point) && !islands.some((island) => encloses(island, point)),
  );
}

/** Returns the box that a name covers on one side of its place, in degrees. */
function boxOf(anchor: Anchor, [lng, lat]: Point, width: number, degrees: number): Bounds {
  const start = { left: GAP, right: -GAP - width, top: -width / 2, bottom: -width / 2 }[anchor];
  const middle = { left: 0, right: 0, top: -GAP - HALF_HEIGHT, bottom: GAP + HALF_HEIGHT }[anchor];
  return [
    lng + start * degrees,
    lat + (middle - HALF_HEIGHT) * degrees,
    lng + (start + width) * degrees,
    lat + (middle + HALF_HEIGHT) * degrees,
  ];
}

function isWithin([lng, lat]: Point, [west, south, east, north]: Bounds, margin: number): boolean {
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
