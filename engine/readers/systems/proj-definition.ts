import {
  PROJECTIONS,
  type Key,
  type ParameterRule,
  type Projection,
  type Values,
} from './projections.ts';
import { isDegree, type Parameter, type ProjectedSystem } from './read-system.ts';
import { SystemFault } from './system-fault.ts';

/** How positions in a projected system become degrees. */
export interface ProjDefinition {
  /** The projection for PROJ without its datum, in metres from its own origin. */
  readonly definition: string;
  /** Whether degrees on the ellipsoid are projected as if they were on a sphere of its radius. */
  readonly isSpherical: boolean;
  /** Size of the unit of positions, in metres. */
  readonly metres: number;
  /** Added to positions by the system, in metres. */
  readonly east: number;
  readonly north: number;
}

/**
 * Returns the definition of PROJ for a projected system, with every parameter written out. False
 * easting and northing are apart, because some projections of proj4 forget them in one direction.
 * Throws `SystemFault` for a projection, parameter, value or axis that is not supported.
 */
export function projDefinition(system: ProjectedSystem): ProjDefinition {
  const { projection, parameters, metres, axes } = system;
  const { edition, name } = projection;
  const rows = PROJECTIONS.filter(({ names, methods }) =>
    has(edition === 1 ? names : methods, name),
  );
  const row = rows.find((each) => isComplete(each, parameters)) ?? rows[0];
  if (!row) throw new SystemFault('projection', name || '?');
  const read = valuesOf(row.parameters, system);
  const { x_0: east = 0, y_0: north = 0, ...values } = row.values?.(read) ?? read;
  checkAxes(axes, values);
  const written = Object.entries(values).map(([key, value]) => `+${key}=${value}`);
  return {
    definition: `+proj=${row.proj} ${written.join(' ')} +x_0=0 +y_0=0`,
    isSpherical: row.isSpherical ?? false,
    metres,
    east,
    north,
  };
}

function has(names: readonly string[], name: string): boolean {
  return names.some((each) => each.toLowerCase() === name.toLowerCase());
}

/** Whether the parameters include all that a projection requires. */
function isComplete({ parameters }: Projection, found: readonly Parameter[]): boolean {
  return parameters.every(
    ({ names, otherwise }) => otherwise !== undefined || found.some(({ name }) => has(names, name)),
  );
}

function valuesOf(
  rules: readonly ParameterRule[],
  { parameters, ...system }: ProjectedSystem,
): Values {
  const values: Partial<Record<Key, number>> = {};
  const unknown = parameters.find(({ name }) => !rules.some(({ names }) => has(names, name)));
  if (unknown) throw new SystemFault('parameter', unknown.name);
  for (const rule of rules) {
    const [found, twice] = parameters.filter(({ name }) => has(rule.names, name));
    if (twice) throw new SystemFault('parameter', twice.name);
    if (!found && rule.otherwise === undefined)
      throw new SystemFault('missing-parameter', rule.names[0]!);
    const value = found ? valueOf(found, rule, system) : rule.otherwise;
    if (rule.key !== null) values[rule.key] = value!;
  }
  return values;
}

/** The value of a parameter in degrees, metres or as a factor. */
function valueOf(
  parameter: Parameter,
  { key, only }: ParameterRule,
  system: Pick<ProjectedSystem, 'projection' | 'metres'>,
): number {
  const { name, value } = parameter;
  const size = value * unitOf(parameter, key, system);
  if (!isPossible(key, size) || (only !== undefined && size !== only))
    throw new SystemFault('parameter', `${name} ${value}`);
  return size;
}

/** The size of the unit of a parameter in degrees, metres or parts of one. */
function unitOf(
  { name, unit }: Parameter,
  key: Key | null,
  { projection, metres }: Pick<ProjectedSystem, 'projection' | 'metres'>,
): number {
  if (key === 'x_0' || key === 'y_0') {
    // Without a unit, programs read metres or the unit of the system.
    if (!unit && projection.edition === 2 && metres !== 1)
      throw new SystemFault('unit', `${name} ?`);
    return unit?.size ?? metres;
  }
  if (!unit) return 1;
  // A parameter with only one supported value is 0 or a factor.
  if (key === 'k_0' || key === null) return unit.size;
  if (isDegree(unit.size)) return 1;
  throw new SystemFault('unit', unit.text);
}

function isPossible(key: Key | null, value: number): boolean {
  if (key === 'k_0') return value > 0 && value < Infinity;
  if (key === 'lon_0') return Math.abs(value) <= 360;
  if (key === null || key === 'x_0' || key === 'y_0') return Number.isFinite(value);
  // A cone that touches a pole is a plane.
  if (key === 'lat_1' || key === 'lat_2') return Math.abs(value) < 90;
  return Math.abs(value) <= 90;
}

/** At a pole, both axes point away from it or towards it. */
function checkAxes(axes: readonly string[], { lat_0 = 0 }: Values): void {
  const found = axes.slice(0, 2).join(' ');
  const isPolar = Math.abs(lat_0) === 90 && /^(?:north north|south south)$/.test(found);
  if (found !== '' && found !== 'east north' && !isPolar) throw new SystemFault('axis', found);
}
