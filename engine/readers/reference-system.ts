import type { Geometry, Position } from 'geojson';
import proj4, { type Converter } from 'proj4';
import { projDefinition, type ProjDefinition } from './systems/proj-definition.ts';
import { readSystem } from './systems/read-system.ts';
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

/**
 * Returns the conversion from a reference system, in well-known text, to degrees on WGS 84; null
 * when the coordinates are that already. Projections of WGS 84 are converted. Other datums differ by
 * up to hundreds of metres and need a transformation chosen for the place: for them, and for
 * everything that is not known, it throws `UnsupportedSystem`.
 */
export function conversionOf(
  wkt: string,
  source: CoordinatesOf,
): ((position: Position) => Position) | null {
  try {
    const system = readSystem(wkt);
    if (system === null) return null;
    return converter(projDefinition(system));
  } catch (error) {
    if (!(error instanceof SystemFault)) throw error;
    throw new UnsupportedSystem(nameOfSystem(wkt), error, source);
  }
}

/** The place of a position that has none; all readers of positions refuse it. */
const NOWHERE: Position = [NaN, NaN];

/** The conversion by a definition of PROJ, which gives no place outside the projection. */
function converter(projection: ProjDefinition): (position: Position) => Position {
  const { definition, metres, east, north } = projection;
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
  const probes = [1000, -1000].map((y) => convert([(1000 + east) / metres, (y + north) / metres]));
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
export function convertGeometry<G extends Geometry>(
  geometry: G,
  convert: (position: Position) => Position,
): G {
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
