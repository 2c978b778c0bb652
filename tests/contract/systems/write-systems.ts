/** Reference systems in well-known text, made from the rows of the table of projections. */
import type { Key, ParameterRule, Projection } from 'atlas-engine/readers';

export type Edition = 1 | 2;

export interface WrittenParameter {
  readonly name: string;
  readonly rule: ParameterRule;
  readonly value: number;
}

const DEGREE = '0.0174532925199433';

/** Longitude and latitude on WGS 84 in the words of ESRI. */
export const ESRI_WGS84 = `GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["Degree",${DEGREE}]]`;
/** The same in the words of GDAL. */
export const GDAL_WGS84 = `GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",${DEGREE},AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]`;
const BASE = `BASEGEOGCRS["WGS 84",DATUM["World Geodetic System 1984",ELLIPSOID["WGS 84",6378137,298.257223563,LENGTHUNIT["metre",1]]],PRIMEM["Greenwich",0,ANGLEUNIT["degree",${DEGREE}]]]`;

export const METRE = { name: 'Meter', metres: 1 };
export const FOOT = { name: 'Foot_US', metres: 0.3048006096012192 };

/** Values that differ from what they are when they are left out, somewhere in the Congo Basin. */
const VALUES: Readonly<Record<Key, number>> = {
  x_0: 123_456,
  y_0: -65_432,
  lon_0: 20,
  lat_0: 3,
  k_0: 0.9996,
  lat_1: 8,
  lat_2: -3,
  lat_ts: 5,
};

/** The value of a parameter of a projection in a test. */
export function valueFor(rule: ParameterRule, name: string): number {
  if (rule.key === null) return rule.only!;
  if (/variant A/.test(name) && /Polar/.test(name) && rule.key === 'lat_0') return -90;
  if (/Polar|Pole/.test(name) && rule.key.startsWith('lat')) return /North/.test(name) ? 71 : -71;
  if (name === 'Polar_Stereographic' && rule.key === 'k_0') return 1;
  return VALUES[rule.key];
}

/** The spellings of a parameter in an edition: the first has no spaces. */
export function spellings({ names }: ParameterRule, edition: Edition): string[] {
  return names.filter((name) => name.includes(' ') === (edition === 2));
}

/** Every name of a projection, with its edition. */
export function namesOf(projection: Projection): [name: string, edition: Edition][] {
  return [
    ...projection.names.map((name): [string, Edition] => [name, 1]),
    ...projection.methods.map((name): [string, Edition] => [name, 2]),
  ];
}

/** A projected system in well-known text of the first or second edition. */
export function writeSystem(
  [name, edition]: readonly [string, Edition],
  parameters: readonly WrittenParameter[],
  { unit = METRE, base = ESRI_WGS84 } = {},
): string {
  if (edition === 1)
    return `PROJCS["Test",${base},PROJECTION["${name}"],${parameters
      .map((each) => `PARAMETER["${each.name}",${each.value}],`)
      .join('')}UNIT["${unit.name}",${unit.metres}]]`;
  const length = `LENGTHUNIT["${unit.name}",${unit.metres}]`;
  const unitOf = ({ key, only }: ParameterRule): string => {
    if (key === 'x_0' || key === 'y_0') return length;
    return key === 'k_0' || only === 1 ? 'SCALEUNIT["unity",1]' : `ANGLEUNIT["degree",${DEGREE}]`;
  };
  const written = parameters.map(
    (each) => `PARAMETER["${each.name}",${each.value},${unitOf(each.rule)}]`,
  );
  return `PROJCRS["Test",${BASE},CONVERSION["Test",${[`METHOD["${name}"]`, ...written].join(',')}],CS[Cartesian,2],AXIS["(E)",east,ORDER[1],${length}],AXIS["(N)",north,ORDER[2],${length}]]`;
}
