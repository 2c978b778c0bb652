/** The transformations from old datums, compared with those of the EPSG in PROJ. */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import {
  OLD_DATUMS,
  shiftingConversionOf,
  systemNamed,
  systemOfCode,
  type DatumShift,
} from 'atlas-engine/readers';
import { GDAL } from '../../external-programs.ts';
import { metresBetween, type Point } from './ask-gdal.ts';

const SOURCE = { file: 'a.zip', convert: '' };
const SHIFTS = OLD_DATUMS.flatMap(({ shifts }) => shifts);
/** Degrees on each datum, by the EPSG. */
const DEGREES = { 'Arc 1960': 4210, Minna: 4263, 'Manoca 1962': 4193 } as const;

function datumOf(code: number): (typeof OLD_DATUMS)[number] {
  return OLD_DATUMS.find(({ shifts }) => shifts.some((shift) => shift.code === code))!;
}

/** Places all over the area of a transformation that an earlier one does not cover. */
function placesOf({ area: [west, south, east, north], code }: DatumShift): Point[] {
  const { shifts } = datumOf(code);
  const before = shifts.slice(
    0,
    shifts.findIndex((shift) => shift.code === code),
  );
  const at = [0.03, 0.3, 0.62, 0.97];
  return at
    .flatMap((x) => at.map((y): Point => [west + x * (east - west), south + y * (north - south)]))
    .filter(([x, y]) => !before.some(({ area }) => x > area[0] - 0.1 && x < area[2] + 0.1 && y > area[1] - 0.1 && y < area[3] + 0.1)); // prettier-ignore
}

/** Runs PROJ's operation, whose coordinates are latitude and longitude. */
function shiftedByProj(code: number, places: readonly Point[]): Point[] {
  const operation = `urn:ogc:def:coordinateOperation:EPSG::${code}`;
  const input = places.map(([x, y]) => `${y} ${x}`).join('\n');
  return execFileSync('gdaltransform', ['-ct', operation], { input, encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line): Point => {
      const [lat, lng] = line.split(' ').map(Number);
      return [lng!, lat!];
    });
}

function conversion(wkt: string): NonNullable<ReturnType<typeof shiftingConversionOf>> {
  const found = shiftingConversionOf(wkt, SOURCE);
  if (!found) throw new Error('The coordinates are degrees on WGS 84.');
  return found;
}

describe.runIf(GDAL.present)(GDAL.title('positions on an old datum'), () => {
  it.each(SHIFTS)('are moved by $name as PROJ does, within a centimetre', (shift) => {
    const datum = datumOf(shift.code);
    const places = placesOf(shift);
    expect(places.length).toBeGreaterThan(3);
    const expected = shiftedByProj(shift.code, places);
    const { convert, used } = conversion(
      systemOfCode(DEGREES[datum.name as keyof typeof DEGREES])!,
    );
    places.forEach((place, i) => {
      const moved = convert([...place]);
      expect(metresBetween(moved, expected[i]!)).toBeLessThan(0.01);
      expect(metresBetween(moved, place)).toBeGreaterThan(50);
    });
    expect([...used]).toEqual([shift]);
  });

  it.each([21_035, 21_036, 21_037, 21_095, 21_096, 21_097, 26_331, 26_332, 2215, 32_633, 32_733])(
    'in EPSG:%i have the system of that number, in every form that GDAL writes',
    (code) => {
      const own = conversion(
        systemNamed({ properties: { name: `urn:ogc:def:crs:EPSG::${code}` } })!,
      );
      const at = placeIn(code);
      for (const form of ['wkt1', 'wkt_esri', 'wkt2_2015', 'wkt2_2019']) {
        const wkt = execFileSync('gdalsrsinfo', ['--single-line', '-o', form, `EPSG:${code}`], {
          encoding: 'utf8',
        });
        const place = conversion(wkt).convert([...at]) as unknown as Point;
        expect(metresBetween(own.convert([...at]), place)).toBeLessThan(0.001);
      }
    },
  );
});

/** A position in metres that lies in the area of the datum. */
function placeIn(code: number): Point {
  if (code === 21_035) return [820_000, 9_700_000];
  if (code === 21_095) return [820_000, 100_000];
  const isSouth = code >= 32_701 || (code > 21_000 && code < 21_090);
  return [600_000, isSouth ? 9_700_000 : 400_000];
}
