import type { Geometry, Position } from 'geojson';
import proj4, { type Converter } from 'proj4';
import type { DatumShift, OldDatum } from './systems/old-datums.ts';
import { projDefinition, type ProjDefinition } from './systems/proj-definition.ts';
import { readSystem, type System } from './systems/read-system.ts';
import { shorten, SystemFault, type SystemPart } from './systems/system-fault.ts';
import { UnreadableData } from './unreadable-data.ts';

/** Largest distance, in metres, between a position and itself converted there and back. */
const MOST_METRES = 1;

/** The source of coordinates, for messages. */
export interface CoordinatesOf {
  readonly file: string;
  /** The command that converts the file. */
  readonly convert: string;
}

/** Thrown for coordinates in a reference system that cannot be converted exactly. */
export class UnsupportedSystem extends UnreadableData {
  /** Name of the system. */
  readonly system: string;
  readonly part: SystemPart;
  /** Name of the part. */
  readonly found: string;

  constructor(system: string, { part, found }: SystemFault, { file, convert }: CoordinatesOf) {
    super(
      `The coordinates of \`${file}\` are in ${system}, and ${reasonOf(part, found)}. Convert them: \`${convert}\`.`,
    );
    this.system = system;
    this.part = part;
    this.found = found;
  }
}

function reasonOf(part: SystemPart, found: string): string {
  switch (part) {
    case 'system':
      return 'this kind of reference system is not supported';
    case 'geojson':
      return 'GeoJSON must be in longitude and latitude on WGS 84';
    case 'datum':
      return `its datum ${found} is not supported, only WGS 84`;
    case 'area':
      return `no transformation of its datum ${found} is known for all of its places`;
    case 'prime-meridian':
      return `its prime meridian ${found} is not Greenwich`;
    case 'missing-parameter':
      return `the parameter ${found} of its projection is missing`;
    case 'parameter':
      return `the parameter ${found} of its projection is not supported`;
    default:
      return `its ${part} ${found} is not supported`;
  }
}

/** Converts a position to degrees on WGS 84. */
export type Conversion = (position: Position) => Position;

/**
 * Returns the conversion from a reference system, in well-known text, to degrees on WGS 84; null
 * when the coordinates are that already. Projections of WGS 84 are converted. Other datums differ by
 * up to hundreds of metres and need a transformation chosen for the place: for them, and for
 * everything that is not known, it throws `UnsupportedSystem`.
 */
export function conversionOf(wkt: string, source: CoordinatesOf): Conversion | null {
  return naming(wkt, source, () => {
    const { datum, projected } = readSystem(wkt);
    if (datum) throw new SystemFault('datum', datum.name);
    return projected && converter(projDefinition(projected), WGS84);
  });
}

/** A conversion that may be from an old datum, for people who are shown its error. */
export interface ShiftingConversion {
  readonly convert: Conversion;
  /** The transformations that it can use; empty for WGS 84. */
  readonly shifts: readonly DatumShift[];
  /** Those that it has used. */
  readonly used: ReadonlySet<DatumShift>;
}

/**
 * Returns the conversion as `conversionOf`, also from the old datums that are known. It throws
 * `UnsupportedSystem` for a position for which no transformation is made.
 */
export function shiftingConversionOf(
  wkt: string,
  source: CoordinatesOf,
): ShiftingConversion | null {
  return naming(wkt, source, () => {
    const system = readSystem(wkt);
    const { datum, projected } = system;
    const used = new Set<DatumShift>();
    if (!datum)
      return (
        projected && { convert: converter(projDefinition(projected), WGS84), shifts: [], used }
      );
    const shift = shifter(system, datum, used);
    return {
      convert: (position) => naming(wkt, source, () => shift(position)),
      shifts: datum.shifts,
      used,
    };
  });
}

/** Runs a function, and adds the name of the system to a fault in it. */
function naming<Result>(wkt: string, source: CoordinatesOf, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof SystemFault)) throw error;
    throw new UnsupportedSystem(nameOfSystem(wkt), error, source);
  }
}

/** Converts a position with the first transformation whose area it is in. */
function shifter({ projected }: System, datum: OldDatum, used: Set<DatumShift>): Conversion {
  const definition = projected ? projDefinition(projected) : DEGREES;
  if (definition.isSpherical) throw new SystemFault('datum', datum.name);
  const { radius, inverseFlattening, shifts, name } = datum;
  const converters = shifts.map((shift) => {
    const figure = `+a=${radius} +rf=${inverseFlattening} +towgs84=${shift.by.join()}`;
    return { shift, convert: converter(definition, figure) };
  });
  return (position) => {
    for (const { shift, convert } of converters) {
      const place = convert(position);
      const [west, south, east, north] = shift.area;
      const [lng = NaN, lat = NaN] = place;
      if (!(lng >= west && lng <= east && lat >= south && lat <= north)) continue;
      used.add(shift);
      return place;
    }
    throw new SystemFault('area', name);
  };
}

const WGS84 = '+datum=WGS84';
/** The sphere of Web Mercator. */
const SPHERE = '+a=6378137 +b=6378137 +nadgrids=@null';
/** Positions near the origin, for metres and for degrees. */
const PROBES = [
  [1000, 1000],
  [1000, -1000],
  [1, 1],
] as const;
/** Longitude and latitude on a datum. */
const DEGREES: ProjDefinition = {
  definition: '+proj=longlat',
  isSpherical: false,
  metres: 1,
  east: 0,
  north: 0,
};

/** The place of a position that has none; all readers of positions refuse it. */
const NOWHERE: Position = [NaN, NaN];

/**
 * The conversion by a definition of PROJ and the figure of its datum. It gives no place outside the
 * projection.
 */
function converter(projection: ProjDefinition, datum: string): Conversion {
  const { metres, east, north } = projection;
  const definition = `${projection.definition} ${projection.isSpherical ? SPHERE : datum} +no_defs`;
  const { forward, inverse } = projectionOf(definition);
  const convert = ([x = NaN, y = NaN]: Position): Position => {
    const at: Position = [x * metres - east, y * metres - north];
    if (!at.every(Number.isFinite)) return NOWHERE;
    const place = inverse([...at]);
    if (!place.every(Number.isFinite)) return NOWHERE;
    // Outside its projection, proj4 returns some other place.
    const back = forward([...place]);
    return Math.hypot(back[0]! - at[0]!, back[1]! - at[1]!) < MOST_METRES ? place : NOWHERE;
  };
  // Some values are possible, but not together. North of a pole there is nothing.
  const probes = PROBES.map(([x, y]) => convert([(x + east) / metres, (y + north) / metres]));
  if (probes.every((place) => place === NOWHERE)) throw new SystemFault('projection', definition);
  return convert;
}

function projectionOf(definition: string): Converter {
  try {
    return proj4(definition);
  } catch {
    throw new SystemFault('projection', definition);
  }
}

/** Returns the first name in a well-known text, or its beginning. */
export function nameOfSystem(wkt: string): string {
  return shorten(/"([^"]*)"/.exec(wkt)?.[1] ?? wkt) || 'an unknown reference system';
}

/** Converts every position of a geometry that is not a collection. */
export function convertGeometry<G extends Geometry>(geometry: G, convert: Conversion): G {
  const walk = (coordinates: unknown): unknown => {
    const list = coordinates as unknown[];
    return typeof list[0] === 'number' ? convert(list as Position) : list.map(walk);
  };
  if (geometry.type === 'GeometryCollection')
    return {
      ...geometry,
      geometries: geometry.geometries.map((part) => convertGeometry(part, convert)),
    };
  return { ...geometry, coordinates: walk(geometry.coordinates) };
}
