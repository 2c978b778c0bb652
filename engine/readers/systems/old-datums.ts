/**
 * The old datums of the region that visitors' files may have, and the transformations to WGS 84 of
 * the EPSG that are used. A test compares each with PROJ. Where areas overlap, the first is used: its
 * error is the larger one, so that it is true for both.
 */
export interface DatumShift {
  readonly name: string;
  readonly code: number;
  /** The error that the EPSG states, in metres. */
  readonly error: number;
  /** Translation in metres, from the centre of the Earth. */
  readonly by: readonly [x: number, y: number, z: number];
  /** West, south, east, north of the area for which it is made, in degrees. */
  readonly area: readonly [number, number, number, number];
}

export interface OldDatum {
  readonly name: string;
  readonly radius: number;
  readonly inverseFlattening: number;
  readonly shifts: readonly DatumShift[];
}

const CLARKE_1880_RGS = { radius: 6_378_249.145, inverseFlattening: 293.465 };
const CLARKE_1880_IGN = { radius: 6_378_249.2, inverseFlattening: 293.466021293627 };

export const OLD_DATUMS: readonly OldDatum[] = [
  {
    name: 'Arc 1960',
    ...CLARKE_1880_RGS,
    shifts: [
      {
        name: 'Arc 1960 to WGS 84 (4)',
        code: 3998,
        error: 35,
        by: [-153, -5, -292],
        area: [28.98, -4.45, 30.86, -2.3],
      },
      {
        name: 'Arc 1960 to WGS 84 (1)',
        code: 1122,
        error: 35,
        by: [-160, -6, -302],
        area: [29.34, -11.75, 41.91, 4.63],
      },
    ],
  },
  {
    name: 'Minna',
    ...CLARKE_1880_RGS,
    shifts: [
      {
        name: 'Minna to WGS 84 (1)',
        code: 1167,
        error: 44,
        by: [-81, -84, 115],
        area: [8.45, 1.65, 16.21, 13.09],
      },
      {
        name: 'Minna to WGS 84 (2)',
        code: 1168,
        error: 15,
        by: [-92, -93, 122],
        area: [2.66, 1.92, 14.65, 13.9],
      },
    ],
  },
  {
    name: 'Manoca 1962',
    ...CLARKE_1880_IGN,
    shifts: [
      {
        name: 'Manoca 1962 to WGS 84 (1)',
        code: 1796,
        error: 0.5,
        by: [-70.9, -151.8, -41.4],
        area: [8.45, 2.16, 10.4, 4.99],
      },
    ],
  },
];

/** Returns the datum with a name such as `D_Arc_1960`, as ESRI, GDAL and OGC write it. */
export function oldDatumNamed(name: string): OldDatum | undefined {
  const plain = name.replace(/^D_/, '').replaceAll('_', ' ').toLowerCase();
  return OLD_DATUMS.find((datum) => datum.name.toLowerCase() === plain);
}
