import {
  boundsOf,
  fromMercator,
  overlaps,
  simplifyLine,
  toMercator,
  type Bounds,
  type Line,
  type Polygon,
} from '../../cli/geography/geometry.ts';
import type { WaterFollower } from '../../cli/geography/follow-water.ts';
import { moveBorders } from '../../cli/geography/move-borders.ts';
import type { Packages } from '../../cli/geography/packages.ts';
import { ATLAS_COUNTRIES, SHORT_NAMES } from './names.ts';
import {
  buildPolygons,
  decodeArcs,
  onOneSide,
  polygonArcs,
  type TopoJson,
  type TopoShape,
} from '../../cli/geography/topology.ts';

/** A country of the world, with its names. */
export interface Country {
  /** ISO 3166 alpha 3; empty for territories without one. */
  readonly iso3: string;
  readonly iso2: string;
  readonly name: { readonly en: string; readonly fr: string };
  /** Whether the country is one of those that the atlas covers. */
  readonly inside: boolean;
  readonly shape: TopoShape;
}

/** A part of a coast, or of a border between two countries. */
export interface Boundary {
  readonly kind: 'country' | 'outside' | 'coast';
  readonly line: Line;
}

/**
 * The countries of the world. Neighbouring countries share the arcs of their border, so they match
 * at all levels of detail.
 */
export class World {
  readonly countries: readonly Country[];
  readonly #arcs: readonly Line[];
  readonly #users: readonly (readonly Country[])[];

  /**
   * Reads the countries. `follower` moves the borders of the atlas's countries into the rivers that
   * they follow.
   */
  constructor(packages: Packages, follower: WaterFollower) {
    const topology = packages.json<TopoJson>('world-atlas', 'countries-10m.json');
    const arcs = decodeArcs(topology).map(onOneSide);
    this.countries = readCountries(topology, packages);
    this.#users = findUsers(this.countries, arcs.length);
    const lines = arcs.map((line, i) => ({ line, kind: SHARED_AS[kindOf(this.#users[i]!)] }));
    this.#arcs = moveBorders(lines, follower);
  }

  /** Returns the borders of the atlas's countries, or all coasts, at full resolution in degrees. */
  lines(kind: 'country' | 'coast'): Line[] {
    return this.#arcs.filter((_, i) => kindOf(this.#users[i]!) === kind);
  }

  /**
   * Returns the outlines of a country at full resolution, in degrees. Parts outside `bounds` are
   * left out.
   */
  outlines(country: Country, bounds: Bounds): Polygon[] {
    return buildPolygons(country.shape, this.#arcs).filter((rings) =>
      overlaps(boundsOf(rings[0]!), bounds),
    );
  }

  /**
   * Returns a generalised copy of the part in `bounds` (degrees), in the unit square; `tolerance` is the
   * largest deviation, in units of the square.
   */
  simplify(tolerance: number, bounds: Bounds): SimplifiedWorld {
    const arcs = this.#arcs.map((arc) => simplifyLine(arc.map(toMercator), tolerance));
    const meets = this.#arcs.map((arc) => overlaps(boundsOf(arc), bounds));
    return {
      polygons: (country) =>
        buildPolygons(country.shape, arcs).filter(([ring]) =>
          overlaps(boundsOf(ring!.map(fromMercator)), bounds),
        ),
      boundaries: () =>
        arcs.flatMap((line, i) => {
          const users = this.#users[i]!;
          // A territory without an ISO code has a coast, but no border.
          const isBorder = users.length < 2 || users.every(({ iso3 }) => iso3 !== '');
          const shown = meets[i] && users.length > 0 && isBorder && !isFrame(this.#arcs[i]!);
          if (!shown) return [];
          return betweenLeaps(line).map((part) => ({ kind: kindOf(users), line: part }));
        }),
    };
  }
}

/** The outlines and borders of the world at one level of detail. */
export interface SimplifiedWorld {
  readonly polygons: (country: Country) => Polygon[];
  readonly boundaries: () => Boundary[];
}

const SHARED_AS = { country: 'border', outside: 'other', coast: 'coast' } as const;

/** Replaces straight apostrophes by typographic ones. */
const curl = (text: string): string => text.replaceAll("'", '’');

interface NameList {
  readonly countries: Readonly<Record<string, string | readonly string[]>>;
}

function readCountries(topology: TopoJson, packages: Packages): Country[] {
  const codes = packages.json<[string, string, string][]>('i18n-iso-countries', 'codes.json');
  const english = packages.json<NameList>('i18n-iso-countries', 'langs/en.json');
  const french = packages.json<NameList>('i18n-iso-countries', 'langs/fr.json');
  return topology.objects['countries']!.geometries.map((shape) => {
    const [iso2, iso3] = codes.find(([, , numeric]) => numeric === shape.id) ?? ['', ''];
    const given = shape.properties?.name ?? '';
    const [en, fr] = [english, french].map(
      ({ countries }) => [countries[iso2] ?? given].flat()[0]!,
    );
    const name = SHORT_NAMES[iso3] ?? { en: curl(en!), fr: curl(fr!) };
    return { iso3, iso2, name, inside: ATLAS_COUNTRIES.includes(iso3), shape };
  });
}

function findUsers(countries: readonly Country[], arcCount: number): Country[][] {
  const users: Country[][] = Array.from({ length: arcCount }, () => []);
  for (const country of countries) {
    const references = polygonArcs(country.shape).flat(2);
    for (const arc of new Set(references.map((i) => (i < 0 ? ~i : i)))) users[arc]!.push(country);
  }
  return users;
}

function kindOf(users: readonly Country[]): Boundary['kind'] {
  if (users.length < 2) return 'coast';
  return users.some(({ inside }) => inside) ? 'country' : 'outside';
}

/** Splits a line on the unit square where it jumps to the other side of the map. */
function betweenLeaps(line: Line): Line[] {
  const leaps = line.flatMap(([x], at) =>
    at > 0 && Math.abs(x - line[at - 1]![0]) > 0.5 ? [at] : [],
  );
  return [0, ...leaps].map((from, part) => line.slice(from, leaps[part]));
}

/**
 * Returns whether an arc is an edge of the map and not a coast: the antimeridian, or the edge below
 * Antarctica.
 */
function isFrame(arc: Line): boolean {
  return arc.every(([lng, lat]) => Math.abs(lng) > 179.99 || lat < -84);
}
