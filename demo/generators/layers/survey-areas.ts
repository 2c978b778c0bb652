import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { hectares } from '../area.ts';
import { createAreaIndex } from '../area-index.ts';
import { kilometres } from '../distance.ts';
import { type Cell, createHexes, type Hexes } from '../hexes.ts';
import { createRandom } from '../random.ts';
import type { Skeleton, Village } from '../skeleton/skeleton.ts';
import { cellsBySeat, growTerritories } from '../territories.ts';
import { createLandCost } from './land-cost.ts';
import { languageOf, monthText } from './vocabulary.ts';
import { createDryCells } from './whole-cells.ts';

/** Edge length of the cells that sectors consist of, in kilometres. */
const EDGE = 1;
/** Maximum distance between a village and the edge of its sector, in kilometres. */
const FARTHEST = 11;
/**
 * Smallest area of a separate catchment, in square kilometres. Smaller ones belong to their
 * neighbours.
 */
const SMALL = 30;
/** Number of villages in one survey. */
const GROUP = { least: 3, most: 16 };
/** Share of the places where no survey started. */
const UNSURVEYED = 0.22;
const NO_LIMIT = 1_000_000;

/** The areas of each skeleton, because the sample areas are some of them. */
const made = new WeakMap<Skeleton, Feature<Polygon | MultiPolygon>[]>();

/** Returns the areas that were surveyed. They are created at the first call. */
export function makeSurveyAreas(skeleton: Skeleton): Feature<Polygon | MultiPolygon>[] {
  const areas = made.get(skeleton) ?? createSurveyAreas(skeleton);
  made.set(skeleton, areas);
  return areas;
}

/**
 * Creates the areas that were surveyed. Each village has a sector of the inhabited catchments, and
 * the sectors of neighbouring villages form an area. Adjacent areas share a border.
 */
function createSurveyAreas(skeleton: Skeleton): Feature<Polygon | MultiPolygon>[] {
  const hexes = createHexes('survey-areas', EDGE);
  const owner = cutSectors(skeleton, hexes);
  const sectors = cellsBySeat(owner);
  const groups = groupSectors(neighboursOf(hexes, owner), sectors, skeleton.villages.length);
  const areaOf = new Map(groups.flatMap((group, area) => group.map((village) => [village, area])));
  const labels = (cell: Cell): number => areaOf.get(owner.get(cell) ?? -1) ?? -1;
  const drawn = groups.flatMap((group) => {
    const cells = new Set(group.flatMap((village) => [...sectors.get(village)!]));
    const geometry = hexes.outline(cells, labels);
    // The outline may exclude a village in a corner of its cell.
    const { holds } = createAreaIndex([geometry]);
    const villages = group
      .map((village) => skeleton.villages[village]!)
      .filter(({ place }) => holds(place));
    return villages.length < GROUP.least ? [] : [{ geometry, villages }];
  });
  return drawn.map(({ geometry, villages }, number) => ({
    type: 'Feature',
    geometry,
    properties: attributesOf(villages, number, geometry),
  }));
}

/** Returns the village of each cell of the inhabited catchments. */
function cutSectors(skeleton: Skeleton, hexes: Hexes): ReadonlyMap<Cell, number> {
  const { villages, terrain } = skeleton;
  const countryOf = createDryCells(hexes, skeleton, EDGE);
  const homes = villages.map(({ place }) => terrain.catchmentAt(place));
  const inhabited = new Set(homes);
  const known = new Map<Cell, boolean>();
  const isInhabited = (cell: Cell): boolean => {
    let answer = known.get(cell);
    if (answer === undefined) {
      const catchment = terrain.catchmentAt(hexes.centre(cell));
      answer = inhabited.has(catchment) || terrain.catchmentKm2(catchment) < SMALL;
      known.set(cell, answer);
    }
    return answer;
  };
  const stepInto = createLandCost(skeleton, hexes, EDGE);
  const seats = villages.map(({ place }) => ({ cell: hexes.at(place), reach: NO_LIMIT }));
  const owner = growTerritories(hexes, seats, (cell, seat) => {
    const { place, country } = villages[seat]!;
    if (!isInhabited(cell) || countryOf(cell) !== country) return Infinity;
    if (kilometres(place, hexes.centre(cell)) > FARTHEST) return Infinity;
    return stepInto(cell, homes[seat]!);
  });
  // A village on a border or a shore may be in a cell that is only partly on its dry land.
  for (const [cell, seat] of owner)
    if (countryOf(cell) !== villages[seat]!.country) owner.delete(cell);
  return owner;
}

/** Returns the villages whose sectors touch each other. */
function neighboursOf(hexes: Hexes, owner: ReadonlyMap<Cell, number>): Map<number, Set<number>> {
  const touching = new Map<number, Set<number>>();
  for (const [cell, village] of owner) {
    let others = touching.get(village);
    if (!others) touching.set(village, (others = new Set<number>()));
    for (const near of hexes.around(cell)) {
      const other = owner.get(near);
      if (other !== undefined && other !== village) others.add(other);
    }
  }
  return touching;
}

/** Joins adjacent sectors into areas. Small groups and some places are left out. */
function groupSectors(
  touching: ReadonlyMap<number, ReadonlySet<number>>,
  sectors: ReadonlyMap<number, unknown>,
  villages: number,
): number[][] {
  const random = createRandom('survey-areas');
  const free = new Set(sectors.keys());
  const groups: number[][] = [];
  for (const first of random.shuffle(Array.from({ length: villages }, (_, i) => i))) {
    if (!free.has(first) || random.chance(UNSURVEYED)) continue;
    const most = random.integer(GROUP.least + 1, GROUP.most);
    const group = [first];
    // The loop also visits the villages that it adds, so sectors near the first one come first.
    for (const village of group) {
      for (const other of touching.get(village) ?? []) {
        if (group.length < most && free.has(other) && !group.includes(other)) group.push(other);
      }
    }
    if (group.length < GROUP.least) continue;
    for (const village of group) free.delete(village);
    groups.push(group);
  }
  return groups;
}

function attributesOf(group: readonly Village[], number: number, geometry: Polygon | MultiPolygon) {
  const random = createRandom(`survey-${number}`);
  const [first] = group as [Village];
  const name = {
    en: `${first.name} and neighbours`,
    fr: `${first.name} et environs`,
  };
  const team = random.pick(['A', 'B', 'C', 'D', 'E', 'F', 'G']);
  // The survey begins before the first of its villages is surveyed.
  const months = group.map(({ campaign }) => campaign);
  const began = months.reduce((one, other) => Math.min(one, other));
  const last = months.reduce((one, other) => Math.max(one, other)) + 6;
  return {
    survey_id: `S-${String(number + 1).padStart(4, '0')}`,
    name: languageOf(first) === 'en' ? name.en : name.fr,
    name_en: name.en,
    name_fr: name.fr,
    survey_language: languageOf(first),
    team,
    villages: group.length,
    mappers: random.integer(2, 3 + group.length),
    started: monthText(began, 1),
    ...(random.chance(0.1) ? {} : { ended: monthText(last, 28) }),
    area_ha: hectares(geometry),
  };
}
