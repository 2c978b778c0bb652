/** Well-known text → a reference system. Everything that moves coordinates is read or refused. */
import { oldDatumNamed, type OldDatum } from './old-datums.ts';
import { nameOf, nodeOf, nodesOf, numberAt, parseWkt, type WktNode } from './parse-wkt.ts';
import { SystemFault } from './system-fault.ts';

/** A parameter of a projection, as the text has it. */
export interface Parameter {
  readonly name: string;
  readonly value: number;
  /** Its own unit; null without one. */
  readonly unit: Unit | null;
}

export interface Unit {
  /** As the text spells it, for messages. */
  readonly text: string;
  /** In metres, radians or parts of one. */
  readonly size: number;
}

/** The name of a projection, and the edition of well-known text whose names it has. */
export interface ProjectionName {
  readonly name: string;
  readonly edition: 1 | 2;
}

export interface System {
  /** Null for WGS 84. */
  readonly datum: OldDatum | null;
  /** Null for longitude and latitude in degrees. */
  readonly projected: ProjectedSystem | null;
}

/** A projection and its parameters, not yet checked. */
export interface ProjectedSystem {
  readonly projection: ProjectionName;
  readonly parameters: readonly Parameter[];
  /** Size of its unit of length, in metres. */
  readonly metres: number;
  /** Directions of its axes, in lower case, easting first; empty if the text has none. */
  readonly axes: readonly string[];
}

/** The names of WGS 84 that ESRI, GDAL and OGC write. */
const WGS84_NAME = /^(?:D_)?W(?:GS|orld[ _]Geodetic[ _]System)[ _]*(?:19)?84(?: ensemble)?$/i;
const RADIUS = 6_378_137;
const INVERSE_FLATTENING = 298.257223563;
const DEGREE = Math.PI / 180;
/** Relative error of a unit that moves no place on the Earth by more than 4 cm. */
const UNIT_ERROR = 2e-9;

const GEOGRAPHIC = ['GEOGCS', 'GEOGCRS', 'GEOGRAPHICCRS', 'GEODCRS', 'GEODETICCRS'];
const PROJECTED = ['PROJCS', 'PROJCRS', 'PROJECTEDCRS'];
const UNITS = ['UNIT', 'LENGTHUNIT', 'ANGLEUNIT', 'SCALEUNIT'];

const WEB_MERCATOR: ProjectionName = { name: 'Mercator_Auxiliary_Sphere', edition: 1 };
const WEB_MERCATOR_PROJ = normalProj(
  '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +wktext +no_defs',
);

/** Reads a reference system. Throws `SystemFault` for another datum, meridian, unit or kind of system. */
export function readSystem(text: string): System {
  const [first, ...appended] = parseWkt(text);
  const root = horizontalOf(first);
  const unknown = [root, ...appended].find(
    (node, i) => i > 0 && !/^VERT(?:CS|CRS|ICALCRS)$/.test(node.keyword),
  );
  if (unknown) throw new SystemFault('system', unknown.keyword);
  if (GEOGRAPHIC.includes(root.keyword)) {
    const datum = datumOf(root);
    checkDegrees(root, true);
    return { datum, projected: null };
  }
  if (!PROJECTED.includes(root.keyword)) throw new SystemFault('system', root.keyword);
  const base = nodeOf(root, ...GEOGRAPHIC, 'BASEGEOGCRS', 'BASEGEODCRS');
  if (!base) throw new SystemFault('system', root.keyword);
  const datum = datumOf(base);
  checkDegrees(base, false);
  return { datum, projected: projectedOf(root) };
}

/** Heights are not read, so of a system with heights only the horizontal part counts. */
function horizontalOf(root: WktNode): WktNode {
  if (!['COMPD_CS', 'COMPOUNDCRS'].includes(root.keyword)) return root;
  const part = nodeOf(root, ...GEOGRAPHIC, ...PROJECTED);
  if (!part) throw new SystemFault('system', root.keyword);
  return part;
}

function projectedOf(root: WktNode): ProjectedSystem {
  const conversion = nodeOf(root, 'CONVERSION') ?? root;
  const file = nodeOf(conversion, 'PARAMETERFILE');
  if (file) throw new SystemFault('parameter', nameOf(file));
  return {
    projection: isWebMercator(root) ? WEB_MERCATOR : projectionOf(conversion),
    parameters: nodesOf(conversion, 'PARAMETER').map(parameterOf),
    metres: unitOf(root),
    axes: nodesOf(root, 'AXIS').map(directionOf),
  };
}

function projectionOf(conversion: WktNode): ProjectionName {
  const method = nodeOf(conversion, 'METHOD');
  if (method) return { name: nameOf(method), edition: 2 };
  return { name: nameOf(nodeOf(conversion, 'PROJECTION')), edition: 1 };
}

function parameterOf(node: WktNode): Parameter {
  const own = nodeOf(node, ...UNITS);
  const unit = own ? { text: describe(own), size: sizeOf(own) } : null;
  return { name: nameOf(node), value: numberAt(node, 1), unit };
}

/** The unit of a projected system, which is one for both axes. */
function unitOf(root: WktNode): number {
  const units = unitsOf(root);
  const sizes = new Set(units.map(sizeOf));
  if (sizes.size !== 1) throw new SystemFault('unit', units.map(nameOf).join(', ') || '?');
  return [...sizes][0]!;
}

/** Units of a system are behind its axes or, in the second edition, in each of them. */
function unitsOf(system: WktNode): WktNode[] {
  return [
    ...nodesOf(system, ...UNITS),
    ...nodesOf(system, 'AXIS').flatMap((axis) => nodesOf(axis, ...UNITS)),
  ];
}

function sizeOf(unit: WktNode): number {
  const size = numberAt(unit, 1);
  if (!(size > 0)) throw new SystemFault('unit', describe(unit));
  return size;
}

/** An easting has a name with E or X, or runs to the east. */
function directionOf(axis: WktNode, place: number): string {
  const direction = axis.values.find((value, i) => i > 0 && typeof value === 'string');
  const name = nameOf(axis);
  const letter = /^[^a-z]*([a-z])/i.exec(name.replace(/^.*\(/, ''))?.[1]?.toLowerCase() ?? '';
  const order = nodeOf(axis, 'ORDER');
  const isInPlace =
    (place === 0 ? 'ex' : 'ny').includes(letter) && (!order || numberAt(order, 0) === place + 1);
  if (typeof direction !== 'string' || !isInPlace || letter === '')
    throw new SystemFault('axis', `${name} ${String(direction ?? '')}`);
  return direction.toLowerCase();
}

const WGS84_FIGURE = { radius: RADIUS, inverseFlattening: INVERSE_FLATTENING };

/** Returns the datum, null for WGS 84. Throws unless it has its own ellipsoid, from Greenwich. */
function datumOf(system: WktNode): OldDatum | null {
  const deriving = nodeOf(system, 'DERIVINGCONVERSION');
  if (deriving) throw new SystemFault('projection', nameOf(nodeOf(deriving, 'METHOD')));
  const extension = nodeOf(system, 'EXTENSION');
  if (extension) throw new SystemFault('projection', describe(extension));
  // Latitudes from the centre of the Earth differ by up to 21 km.
  const coordinates = nameOf(nodeOf(system, 'CS'));
  if (!/^(?:ellipsoidal)?$/i.test(coordinates)) throw new SystemFault('system', coordinates);
  const datum = nodeOf(system, 'DATUM', 'ENSEMBLE', 'GEODETICDATUM', 'TRF');
  const name = nameOf(datum);
  const old = WGS84_NAME.test(name) ? null : oldDatumNamed(name);
  if (!datum || old === undefined) throw new SystemFault('datum', name);
  const grids = nodeOf(datum, 'EXTENSION');
  if (grids) throw new SystemFault('datum', `${name} (${describe(grids)})`);
  const ellipsoid = nodeOf(datum, 'SPHEROID', 'ELLIPSOID');
  const { radius, inverseFlattening } = old ?? WGS84_FIGURE;
  const isSame =
    Math.abs(numberAt(ellipsoid, 1) - radius) < 0.001 &&
    Math.abs(numberAt(ellipsoid, 2) - inverseFlattening) < 1e-5 &&
    nodesOf(ellipsoid!, ...UNITS).every((unit) => numberAt(unit, 1) === 1);
  if (!isSame) throw new SystemFault('datum', `${name} (${describe(ellipsoid)})`);
  checkShift(datum, old);
  const meridian = nodeOf(system, 'PRIMEM', 'PRIMEMERIDIAN') ?? nodeOf(datum!, 'PRIMEM');
  if (meridian && numberAt(meridian, 1) !== 0)
    throw new SystemFault('prime-meridian', nameOf(meridian));
  return old;
}

/** Older programs write a transformation into the text. Another than ours has an unknown error. */
function checkShift(datum: WktNode, old: OldDatum | null): void {
  const node = nodeOf(datum, 'TOWGS84');
  const known = old?.shifts.map(({ by }) => by) ?? [[0, 0, 0]];
  const isKnown = known.some((by) =>
    node?.values.every((value, axis) => value === (by[axis] ?? 0)),
  );
  if (node && !isKnown) throw new SystemFault('datum', `${nameOf(datum)} (${describe(node)})`);
}

/** Throws unless angles are in degrees. A base of the second edition may have no unit. */
function checkDegrees(system: WktNode, isRequired: boolean): void {
  const units = unitsOf(system);
  const other = units.find((unit) => !isDegree(numberAt(unit, 1)));
  if (other) throw new SystemFault('unit', describe(other));
  if (isRequired && units.length === 0) throw new SystemFault('unit', '?');
  for (const axis of nodesOf(system, 'AXIS'))
    if (!axis.values.slice(1).some((each) => /^(?:east|north|up)$/i.test(String(each))))
      throw new SystemFault('axis', `${nameOf(axis)} ${String(axis.values[1] ?? '')}`);
}

/** Whether a number of radians is a degree. */
export function isDegree(size: number): boolean {
  return Math.abs(size / DEGREE - 1) < UNIT_ERROR;
}

/** GDAL adds a definition of PROJ where the first edition has no name for a projection. */
function isWebMercator(root: WktNode): boolean {
  const extension = nodeOf(root, 'EXTENSION');
  if (extension && normalProj(String(extension.values[1])) !== WEB_MERCATOR_PROJ)
    throw new SystemFault('projection', describe(extension));
  return extension !== undefined;
}

/** The values of a node without those of nodes inside it. */
function describe(node: WktNode | undefined): string {
  return (node?.values ?? []).filter((value) => typeof value !== 'object').join(' ');
}

/** A definition of PROJ with its parts in order, and numbers written alike. */
function normalProj(text: string): string {
  return text
    .split(/\s+/)
    .map((part) => part.replace(/=(-?[\d.]+)$/, (_, value) => `=${Number(value)}`))
    .filter((part) => part !== '' && part !== '+type=crs')
    .toSorted()
    .join(' ');
}
