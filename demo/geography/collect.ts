import { middlePoints } from '../../cli/geography/channels.ts';
import { World } from './countries.ts';
import { contourAreas } from '../../cli/geography/contours.ts';
import {
  roundCorners,
  simplifyLine,
  toMercator,
  type Bounds,
  type Line,
} from '../../cli/geography/geometry.ts';
import {
  blurOnLand,
  FOREST_CLASSES,
  gradeForest,
  readPhoto,
  type Grid,
} from '../../cli/geography/landcover.ts';
import { WaterFollower } from '../../cli/geography/follow-water.ts';
import type { Geography } from './geography.ts';
import type { Packages } from '../../cli/geography/packages.ts';
import { DryLand } from './dry-land.ts';
import { NameSides, TOWN_LETTERING } from './name-sides.ts';
import { readPlaces } from './places.ts';
import { innerLines, readProvinces, type Province } from './provinces.ts';
import { readRivers } from './rivers.ts';
import { channelAreas, markTidal, readChannels, readLakes, sortLakes } from './water.ts';

/** Reads all data of the base map; `around` is the visible area around the region. */
export async function collectGeography(
  packages: Packages,
  region: Bounds,
  around: Bounds,
  picture: string,
): Promise<Geography> {
  const channels = readChannels(packages, region);
  const middle = middlePoints(channels);
  const world = new World(packages, new WaterFollower(middle));
  const inside = world.countries.filter((country) => country.inside);
  const provinceLines = new Map<string, readonly Line[]>();
  const provinces = inside.flatMap((country): Province[] => {
    const outline = world.outlines(country, region);
    const list = readProvinces(packages, country.iso3, outline);
    provinceLines.set(country.iso3, innerLines(list, outline));
    return list;
  });
  const rivers = readRivers(packages, world, middle, around);
  const outlines = new Map(
    world.countries.map((country) => [country.iso3, world.outlines(country, around)] as const),
  );
  const coasts = world.countries.flatMap((country) => world.outlines(country, around));
  const lines = rivers.map(({ line }) => line);
  const { lakes, inRivers } = sortLakes(readLakes(packages, around), lines);
  const { wide, broad } = channelAreas(channels, lines, coasts);
  const wideWater = [...wide, ...inRivers];
  const waters = [...lakes, ...wideWater].map(({ rings }) => rings);
  const land = new DryLand(outlines, waters);
  const sides = new NameSides(lines, TOWN_LETTERING);
  return {
    world,
    provinces,
    provinceLines,
    lakes: markTidal(lakes, land),
    wideWater,
    broadWater: broad,
    rivers,
    forest: forestAreas(gradeForest(await readPhoto(picture, around))),
    places: readPlaces(
      packages,
      new Map(inside.map(({ iso2, iso3 }) => [iso2, iso3])),
      land,
      sides,
    ),
  };
}

/**
 * Returns the forest areas: contours of the forest classes, without areas smaller than six pixels.
 */
function forestAreas(grades: Grid): Geography['forest'] {
  return FOREST_CLASSES.map((name, i) => {
    const cell = (grades.bounds[2] - grades.bounds[0]) / grades.width / 360;
    const polygons = contourAreas(
      blurOnLand(grades, 1.1, (grade) => (grade > i ? 1 : 0)),
      0.5,
      6,
    ).map((rings) =>
      rings.map((ring) => roundCorners(simplifyLine(ring.map(toMercator), cell / 5), 2)),
    );
    return { class: name, polygons };
  });
}
