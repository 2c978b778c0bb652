import {
  boundsOf,
  encloses,
  toMercator,
  within,
  type Bounds,
  type Point,
  type Polygon,
} from '../../cli/geography/geometry.ts';

/** An area with its box. */
interface Area {
  readonly rings: Polygon;
  readonly box: Bounds;
}

/** The countries without their waters. */
export class DryLand {
  readonly #countries: ReadonlyMap<string, readonly Area[]>;
  readonly #waters: readonly Area[];

  /** Takes the outlines of countries in degrees, and areas of water on the unit square. */
  constructor(countries: ReadonlyMap<string, readonly Polygon[]>, waters: readonly Polygon[]) {
    this.#countries = new Map(Array.from(countries, ([iso3, list]) => [iso3, list.map(toArea)]));
    this.#waters = waters.map(toArea);
  }

  /** Returns the country in which a place is, on land or on a lake; null at sea. */
  countryAt(at: Point): string | null {
    const found = Array.from(this.#countries).find(([, areas]) => isIn(areas, at));
    return found?.[0] ?? null;
  }

  /** Returns true if a place is on the dry land of a country. */
  holds(iso3: string, at: Point): boolean {
    return isIn(this.#countries.get(iso3) ?? [], at) && !isIn(this.#waters, toMercator(at));
  }
}

const toArea = (rings: Polygon): Area => ({ rings, box: boundsOf(rings[0]!) });

function isIn(areas: readonly Area[], point: Point): boolean {
  return areas.some(
    ({ rings: [shore, ...islands], box }) =>
      within(point, box) &&
      encloses(shore!, point) &&
      !islands.some((island) => encloses(island, point)),
  );
}
