/**
 * The projections that are converted. A row has every spelling of a projection and of each of its
 * parameters in the two editions of well-known text. What is not in it is refused: programs ignore
 * what they do not know, and then places move. A test compares each row with GDAL.
 */
import { SystemFault } from './system-fault.ts';

/** A parameter as PROJ calls it. */
export type Key = 'lat_0' | 'lat_1' | 'lat_2' | 'lat_ts' | 'lon_0' | 'k_0' | 'x_0' | 'y_0';

/** Values in degrees and metres. */
export type Values = Readonly<Partial<Record<Key, number>>>;

export interface ParameterRule {
  /** Null for a parameter with only one supported value. */
  readonly key: Key | null;
  /** Its spellings. Letter case does not matter. */
  readonly names: readonly string[];
  /** Its value where a text may leave it out. Programs write the others even if they are zero. */
  readonly otherwise?: number;
  readonly only?: number;
}

export interface Projection {
  /** Its names in the first edition, of ESRI and GDAL. */
  readonly names: readonly string[];
  /** Its names in the second edition. */
  readonly methods: readonly string[];
  readonly parameters: readonly ParameterRule[];
  /** Its name in PROJ. */
  readonly proj: string;
  /** Whether degrees on the ellipsoid are projected as if they were on a sphere of its radius. */
  readonly isSpherical?: true;
  /** Rewrites the values where PROJ has other parameters. Throws `SystemFault`. */
  readonly values?: (values: Values) => Values;
}

const X: ParameterRule = { key: 'x_0', names: ['False_Easting', 'False easting'] };
const Y: ParameterRule = { key: 'y_0', names: ['False_Northing', 'False northing'] };
const MERIDIAN: ParameterRule = {
  key: 'lon_0',
  names: ['Central_Meridian', 'Longitude of natural origin'],
};
const LATITUDE: ParameterRule = {
  key: 'lat_0',
  names: ['Latitude_Of_Origin', 'Latitude of natural origin'],
};
const SCALE: ParameterRule = {
  key: 'k_0',
  names: ['Scale_Factor', 'Scale factor at natural origin'],
};
/** The origin of projections for which GDAL has names of its own. */
const CENTRE: readonly ParameterRule[] = [
  { key: 'lon_0', names: [...MERIDIAN.names, 'Longitude_Of_Center'] },
  { key: 'lat_0', names: [...LATITUDE.names, 'Latitude_Of_Center'] },
];
const PARALLEL = ['Standard_Parallel_1', 'Latitude of 1st standard parallel'];
const TRUE_SCALE: ParameterRule = { key: 'lat_ts', names: PARALLEL };
const PARALLELS: readonly ParameterRule[] = [
  { key: 'lat_1', names: PARALLEL },
  { key: 'lat_2', names: ['Standard_Parallel_2', 'Latitude of 2nd standard parallel'] },
];
/** The origin of a conic projection in the second edition. */
const FALSE_ORIGIN: readonly ParameterRule[] = [
  { key: 'x_0', names: ['Easting at false origin'] },
  { key: 'y_0', names: ['Northing at false origin'] },
  { key: 'lon_0', names: ['Longitude of false origin'] },
  { key: 'lat_0', names: ['Latitude of false origin'] },
];
/** A parameter that a text may have, with the value that changes nothing. */
const only = (value: number, names: readonly string[]): ParameterRule => ({
  key: null,
  names,
  otherwise: value,
  only: value,
});

/** Polar Stereographic of GDAL has its scale at the pole, or a latitude where the scale is 1. */
function polar({ lat_0 = 90, k_0 = 1, ...values }: Values): Values {
  if (Math.abs(lat_0) === 90) return { ...values, lat_0, k_0 };
  if (k_0 !== 1) throw new SystemFault('parameter', `Scale_Factor ${k_0}`);
  return towardsPole({ ...values, lat_ts: lat_0 });
}

/** The pole of a standard parallel is that of its hemisphere. */
function towardsPole({ lat_ts = 90, ...values }: Values): Values {
  return { ...values, lat_ts, lat_0: lat_ts < 0 ? -90 : 90 };
}

export const PROJECTIONS: readonly Projection[] = [
  {
    names: ['Mercator', 'Mercator_2SP'],
    methods: ['Mercator (variant B)'],
    parameters: [X, Y, MERIDIAN, TRUE_SCALE],
    proj: 'merc',
  },
  {
    names: ['Mercator_1SP'],
    methods: ['Mercator (variant A)'],
    parameters: [X, Y, MERIDIAN, SCALE, only(0, LATITUDE.names)],
    proj: 'merc',
  },
  {
    names: ['Mercator_Auxiliary_Sphere', 'Popular_Visualisation_Pseudo_Mercator'],
    methods: ['Popular Visualisation Pseudo Mercator'],
    parameters: [
      X,
      Y,
      MERIDIAN,
      only(0, LATITUDE.names),
      only(1, SCALE.names),
      only(0, TRUE_SCALE.names),
      only(0, ['Auxiliary_Sphere_Type']),
    ],
    proj: 'merc',
    isSpherical: true,
  },
  {
    names: ['Transverse_Mercator', 'Gauss_Kruger'],
    methods: ['Transverse Mercator'],
    parameters: [X, Y, MERIDIAN, LATITUDE, SCALE],
    proj: 'tmerc',
  },
  {
    names: ['Lambert_Conformal_Conic_1SP'],
    methods: ['Lambert Conic Conformal (1SP)'],
    parameters: [X, Y, MERIDIAN, { key: 'lat_1', names: LATITUDE.names }, SCALE],
    proj: 'lcc',
    values: (values) => ({ ...values, lat_0: values.lat_1! }),
  },
  {
    names: ['Lambert_Conformal_Conic_2SP'],
    methods: [],
    parameters: [X, Y, MERIDIAN, LATITUDE, ...PARALLELS],
    proj: 'lcc',
  },
  {
    names: [],
    methods: ['Lambert Conic Conformal (2SP)'],
    parameters: [...FALSE_ORIGIN, ...PARALLELS],
    proj: 'lcc',
  },
  // ESRI has one name for both forms. With one parallel, the origin is on it.
  {
    names: ['Lambert_Conformal_Conic'],
    methods: [],
    parameters: [X, Y, MERIDIAN, LATITUDE, ...PARALLELS, only(1, SCALE.names)],
    proj: 'lcc',
  },
  {
    names: ['Lambert_Conformal_Conic'],
    methods: [],
    parameters: [X, Y, MERIDIAN, LATITUDE, PARALLELS[0]!, SCALE],
    proj: 'lcc',
    values: (values) => {
      if (values.lat_0 === values.lat_1) return values;
      throw new SystemFault('parameter', `Latitude_Of_Origin ${values.lat_0}`);
    },
  },
  {
    names: ['Albers'],
    methods: [],
    parameters: [X, Y, MERIDIAN, LATITUDE, ...PARALLELS],
    proj: 'aea',
  },
  {
    names: ['Albers_Conic_Equal_Area'],
    methods: [],
    parameters: [X, Y, ...CENTRE, ...PARALLELS],
    proj: 'aea',
  },
  {
    names: [],
    methods: ['Albers Equal Area'],
    parameters: [...FALSE_ORIGIN, ...PARALLELS],
    proj: 'aea',
  },
  {
    names: ['Equidistant_Conic'],
    methods: [],
    parameters: [X, Y, ...CENTRE, ...PARALLELS],
    proj: 'eqdc',
  },
  {
    names: ['Lambert_Azimuthal_Equal_Area'],
    methods: ['Lambert Azimuthal Equal Area'],
    parameters: [X, Y, ...CENTRE],
    proj: 'laea',
  },
  {
    names: ['Azimuthal_Equidistant'],
    methods: [],
    parameters: [X, Y, ...CENTRE],
    proj: 'aeqd',
  },
  {
    names: ['Polar_Stereographic'],
    methods: [],
    parameters: [
      X,
      Y,
      MERIDIAN,
      { key: 'lat_0', names: LATITUDE.names },
      { ...SCALE, otherwise: 1 },
    ],
    proj: 'stere',
    values: polar,
  },
  {
    names: [],
    methods: ['Polar Stereographic (variant A)'],
    parameters: [X, Y, MERIDIAN, { key: 'lat_0', names: LATITUDE.names }, SCALE],
    proj: 'stere',
    values: (values) => {
      if (Math.abs(values.lat_0!) === 90) return values;
      throw new SystemFault('parameter', `Latitude of natural origin ${values.lat_0}`);
    },
  },
  {
    names: [],
    methods: ['Polar Stereographic (variant B)'],
    parameters: [
      X,
      Y,
      { key: 'lon_0', names: ['Longitude of origin'] },
      { key: 'lat_ts', names: ['Latitude of standard parallel'] },
    ],
    proj: 'stere',
    values: towardsPole,
  },
  ...([90, -90] as const).map((lat_0): Projection => ({
    names: [lat_0 > 0 ? 'Stereographic_North_Pole' : 'Stereographic_South_Pole'],
    methods: [],
    parameters: [X, Y, MERIDIAN, { key: 'lat_ts', names: ['Standard_Parallel_1'] }],
    proj: 'stere',
    values: ({ lat_ts = 0, ...values }) => {
      if (lat_ts * lat_0 > 0) return { ...values, lat_ts, lat_0 };
      throw new SystemFault('parameter', `Standard_Parallel_1 ${lat_ts}`);
    },
  })),
  {
    names: ['Stereographic'],
    methods: ['Stereographic'],
    parameters: [X, Y, MERIDIAN, LATITUDE, SCALE],
    proj: 'stere',
  },
  {
    names: ['Oblique_Stereographic', 'Double_Stereographic'],
    methods: ['Oblique Stereographic'],
    parameters: [X, Y, MERIDIAN, LATITUDE, SCALE],
    proj: 'sterea',
  },
  {
    names: ['Cylindrical_Equal_Area', 'Behrmann'],
    methods: ['Lambert Cylindrical Equal Area'],
    parameters: [X, Y, MERIDIAN, TRUE_SCALE],
    proj: 'cea',
  },
  {
    names: ['Sinusoidal'],
    methods: ['Sinusoidal'],
    parameters: [X, Y, ...CENTRE.slice(0, 1)],
    proj: 'sinu',
  },
  {
    names: ['Mollweide'],
    methods: ['Mollweide'],
    parameters: [X, Y, MERIDIAN],
    proj: 'moll',
  },
  { names: ['Eckert_VI'], methods: ['Eckert VI'], parameters: [X, Y, MERIDIAN], proj: 'eck6' },
  {
    names: ['Equal_Earth'],
    methods: ['Equal Earth'],
    parameters: [X, Y, MERIDIAN],
    proj: 'eqearth',
  },
  {
    names: ['Polyconic'],
    methods: ['American Polyconic'],
    parameters: [X, Y, MERIDIAN, LATITUDE],
    proj: 'poly',
  },
];
