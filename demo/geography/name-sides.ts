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

/** The sides in the order of preference, each with what it costs to choose it. */
const SIDES: readonly (readonly [anchor: Anchor, cost: number])[] = [
  ['left', 0],
  ['right', 0.04],
  ['top', 0.2],
  ['bottom', 0.2],
];
/** Degrees of longitude in a pixel at zooms 7, 8.3 and 9.6, at which names are compared. */
const SCALES = [7, 8.3, 9.6].map((zoom) => 360 / (512 * 2 ** zoom));
/** Width of a letter, half the height of a name and the gap to its place, in pixels. */
const [LETTER, HALF_HEIGHT, GAP] = [7, 8, 9];
/** Steps of the grid of points at which a name is examined. */
const [COLUMNS, ROWS] = [9, 3];
/** What a part of a name over another country costs, compared with one over water. */
const ABROAD = 0.5;

/** Finds the side of a place on which its name covers least water and least of other countries. */
export class NameSides {
  readonly #countries: ReadonlyMap<string, readonly Area[]>;
  readonly #waters: readonly Area[];

  /** Takes the outlines of countries in degrees, and areas of water on the unit square. */
  constructor(countries: ReadonlyMap<string, readonly Polygon[]>, waters: readonly Polygon[]) {
    this.#countries = new Map(Array.from(countries, ([iso3, list]) => [iso3, list.map(toArea)]));
    this.#waters = waters.map(toArea);
  }

  /** Returns the best anchor of the name of a place. */
  anchorOf(iso3: string, at: Point, name: string): Anchor {
    const width = name.length * LETTER;
    const costs = SIDES.map(([anchor, cost]) => {
      const covered = SCALES.map((degrees) =>
        this.#cover(iso3, pointsOf(anchor, at, width, degrees)),
      );
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

/** Returns points of the area that a name covers on one side of its place, in degrees. */
function pointsOf(anchor: Anchor, [lng, lat]: Point, width: number, degrees: number): Point[] {
  const start = { left: GAP, right: -GAP - width, top: -width / 2, bottom: -width / 2 }[anchor];
  const middle = { left: 0, right: 0, top: -GAP - HALF_HEIGHT, bottom: GAP + HALF_HEIGHT }[anchor];
  return Array.from({ length: COLUMNS * ROWS }, (_, i) => {
    const column = (i % COLUMNS) / (COLUMNS - 1);
    const row = Math.floor(i / COLUMNS) - 1;
    return [
      lng + (start + column * width) * degrees,
      lat + (middle + row * HALF_HEIGHT) * degrees,
    ] as const;
  });
}
