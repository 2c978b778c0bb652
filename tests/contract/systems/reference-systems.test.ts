/** Positions in projected systems, compared with GDAL. What is not compared is refused by name. */
import { describe, expect, it } from 'vitest';
import type { Position } from 'geojson';
import {
  conversionOf,
  PROJECTIONS,
  UnsupportedSystem,
  type ParameterRule,
  type Projection,
} from 'atlas-engine/readers';
import { seededRandom } from '../../bench/geometry/polygons.ts';
import { ask, GDAL } from '../../external-programs.ts';
import { degreesOfGdal, metresBetween, type Point } from './ask-gdal.ts';
import {
  FOOT,
  GDAL_WGS84,
  namesOf,
  spellings,
  valueFor,
  writeSystem,
  type Edition,
  type WrittenParameter,
} from './write-systems.ts';
import { NIGHTLY } from '../../size.ts';

const TIMEOUT = NIGHTLY ? 300_000 : 60_000;

interface Case {
  readonly title: string;
  readonly wkt: string;
}

/** Positions in metres or feet, all over what the Congo Basin is in such a system. */
const STEPS = [-2e6, -7e5, 1200, 4e5, 1.5e6];
const POINTS = STEPS.flatMap((x) => STEPS.map((y): Point => [x, y + 700]));

function convertOf(wkt: string): (position: Position) => Position {
  const convert = conversionOf(wkt, { file: 'a.zip', convert: 'ogr2ogr' });
  if (!convert) throw new Error('The coordinates are degrees.');
  return convert;
}

function parametersOf(
  projection: Projection,
  name: string,
  edition: Edition,
  valueOf: (rule: ParameterRule) => number = (rule) => valueFor(rule, name),
): WrittenParameter[] {
  const parameters = projection.parameters.flatMap((rule) =>
    spellings(rule, edition)
      .slice(0, 1)
      .map((spelt) => ({ name: spelt, rule, value: valueOf(rule) })),
  );
  const valueBy = (key: string): number | undefined =>
    parameters.find(({ rule }) => rule.key === key)?.value;
  // ESRI's conic with one parallel has its origin on it.
  const parallel = valueBy('lat_2') === undefined ? valueBy('lat_1') : undefined;
  return parameters.map((each) =>
    each.rule.key === 'lat_0' && parallel !== undefined ? { ...each, value: parallel } : each,
  );
}

/** Every projection with all parameters; with `all`, also each spelling, in feet, and of GDAL. */
function casesOf(all: boolean): Case[] {
  return PROJECTIONS.flatMap((projection) =>
    namesOf(projection).flatMap((named) => {
      const [name, edition] = named;
      const full = parametersOf(projection, name, edition);
      const other = full.flatMap((parameter, i) => [
        ...spellings(parameter.rule, edition)
          .slice(1)
          .map((spelt) => ({
            title: `${name} with ${spelt}`,
            wkt: writeSystem(named, full.with(i, { ...parameter, name: spelt })),
          })),
        ...(parameter.rule.otherwise === undefined
          ? []
          : [
              {
                title: `${name} without ${parameter.name}`,
                wkt: writeSystem(named, full.toSpliced(i, 1)),
              },
            ]),
      ]);
      return [
        { title: name, wkt: writeSystem(named, full) },
        ...(all
          ? [
              ...other,
              { title: `${name} in feet`, wkt: writeSystem(named, full, { unit: FOOT }) },
              { title: `${name} of GDAL`, wkt: writeSystem(named, full, { base: GDAL_WGS84 }) },
            ]
          : []),
      ];
    }),
  );
}

/** Values of parameters such that a projection is possible at the points. */
function randomValue({ key, only }: ParameterRule, random: () => number, name: string): number {
  const between = (least: number, most: number): number =>
    Math.round(10 * (least + random() * (most - least))) / 10;
  switch (key) {
    case null:
      return only!;
    case 'x_0':
    case 'y_0':
      return between(-500_000, 500_000);
    case 'k_0':
      return name === 'Polar_Stereographic' ? 1 : 0.9 + 0.2 * random();
    case 'lon_0':
      return between(-180, 180);
    case 'lat_1':
      return between(5, 30);
    case 'lat_2':
      return between(-20, 4);
    default:
      if (/variant A/.test(name)) return -90;
      if (/South|North|Polar/.test(name)) return between(50, 85) * (/North/.test(name) ? 1 : -1);
      return between(-20, 30);
  }
}

function randomCases(count: number, seed: number): Case[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, i) => {
    const projection = PROJECTIONS[Math.floor(random() * PROJECTIONS.length)]!;
    const names = namesOf(projection);
    const named = names[Math.floor(random() * names.length)]!;
    const [name, edition] = named;
    const parameters = parametersOf(projection, name, edition, (rule) =>
      randomValue(rule, random, name),
    );
    const wkt = writeSystem(named, parameters, random() < 0.3 ? { unit: FOOT } : {});
    return { title: `${i}: ${wkt}`, wkt };
  });
}

/** The cases in which a position differs from that of GDAL by a metre or more. */
async function differences(cases: readonly Case[]): Promise<string[]> {
  const expected = await degreesOfGdal(
    cases.map(({ wkt }) => wkt),
    POINTS,
  );
  return cases.flatMap(({ title, wkt }, i) => {
    const convert = convertOf(wkt);
    const off = [...expected[i]!].map(([at, place]) =>
      metresBetween(convert([...POINTS[at]!]), place),
    );
    const most = off.some(Number.isNaN) ? NaN : Math.max(...off);
    return most < 1 && off.length >= 15 ? [] : [`${title}: ${most} m at ${off.length} points`];
  });
}

describe.runIf(GDAL.present)(GDAL.title('positions in a projection'), { timeout: TIMEOUT }, () => {
  it('are within a metre of GDAL in every spelling of the projection', async () => {
    expect(await differences(casesOf(NIGHTLY))).toEqual([]);
  });

  it('are within a metre of GDAL with parameters at random', async () => {
    expect(await differences(randomCases(NIGHTLY ? 400 : 15, 20_261_124))).toEqual([]);
  });

  it.each([3857, 3395, 32_733, 3031, 5041, 6933].slice(0, NIGHTLY ? 6 : 2))(
    'are within a metre of GDAL in every form that GDAL writes of EPSG:%i',
    async (code) => {
      const forms = await Promise.all(
        ['wkt1', 'wkt_esri', 'wkt2_2015', 'wkt2_2019'].map(async (form) => ({
          title: form,
          wkt: await ask('gdalsrsinfo', ['--single-line', '-o', form, `EPSG:${code}`]),
        })),
      );
      expect(await differences(forms)).toEqual([]);
    },
  );
});

describe('a projection', () => {
  it('without one of its parameters is refused, with the name of the parameter', () => {
    let refused = 0;
    for (const projection of PROJECTIONS)
      for (const named of namesOf(projection)) {
        const full = parametersOf(projection, ...named);
        full.forEach(({ rule, name }, i) => {
          if (rule.otherwise !== undefined) return;
          refused++;
          expect(
            () => convertOf(writeSystem(named, full.toSpliced(i, 1))),
            `${named[0]}: ${name}`,
          ).toThrow(UnsupportedSystem);
        });
      }
    expect(refused).toBeGreaterThan(100);
  });

  it('has each name once in an edition, unless the parameters tell the forms apart', () => {
    const names = PROJECTIONS.flatMap(namesOf).map(([name, edition]) => `${name} ${edition}`);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([
      'Lambert_Conformal_Conic 1',
    ]);
  });
});
