import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { hectares } from '../area.ts';
import { createAreaIndex } from '../area-index.ts';
import { createNearest, KM_PER_DEGREE, type Place } from '../distance.ts';
import { type Cell, createHexes, type Hexes } from '../hexes.ts';
import { inOnePiece } from '../one-piece.ts';
import { createNoise } from '../noise.ts';
import { createRandom, type Random } from '../random.ts';
import type { LandCover } from '../skeleton/land-cover.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { growTerritories } from '../territories.ts';
import { ringsOf } from '../trim.ts';
import { createWholeCells } from './whole-cells.ts';
import { drawDate } from './calendar.ts';

/** Edge length of the cells that areas consist of, in kilometres. */
const EDGE = 1.6;
/** Distance between the centres of areas, in kilometres. */
const SPACING = 190;
/** Radius of an area, in kilometres. */
const RADIUS = { low: 22, high: 62 };
/** Distance in kilometres between the pilot and the centres of other areas, which keeps them apart. */
const FROM_PILOT = 120;
/** Minimum tree cover at a centre, in percent. */
const FORESTED = 60;

/**
 * Countries with areas: the number of areas besides the pilot, the bounds of their centres, and
 * the number of the name of the first.
 */
const PLANS = {
  cod: { count: 9, box: [16, -8, 29, 4.5], pilot: true, names: 0 },
  cog: { count: 6, box: [12, -3.5, 17.8, 3.5], pilot: false, names: 10 },
} as const;

type ReddCountry = keyof typeof PLANS;

/** The pilot area: its province, and its names on the map. */
const PILOT = {
  province: 'cod-mai-ndombe',
  name: { en: 'Mai-Ndombe programme', fr: 'Programme du Mai-Ndombe' },
};

const PROJECTS = [
  { fr: 'Projet Lisière', en: 'Forest Edge Project' },
  { fr: 'Projet Grand Massif', en: 'Great Massif Project' },
  { fr: 'Projet Deux Rives', en: 'Two Banks Project' },
  { fr: 'Projet Canopée', en: 'Canopy Project' },
  { fr: 'Projet Haute Source', en: 'High Spring Project' },
  { fr: 'Projet Savane et Forêt', en: 'Savanna and Forest Project' },
  { fr: 'Projet Tourbière', en: 'Peatland Project' },
  { fr: 'Projet Clairière', en: 'Clearing Project' },
  { fr: 'Projet Sentier', en: 'Footpath Project' },
  { fr: 'Projet Ombrage', en: 'Shade Project' },
  { fr: 'Projet Confluence', en: 'Confluence Project' },
  { fr: 'Projet Futaie', en: 'Tall Forest Project' },
  { fr: 'Projet Plateau', en: 'Plateau Project' },
  { fr: 'Projet Raphia', en: 'Raffia Project' },
  { fr: 'Projet Sous-bois', en: 'Undergrowth Project' },
  { fr: 'Projet Grande Rivière', en: 'Great River Project' },
] as const;
const PROPONENTS = [
  'Société fictive A',
  'Société fictive B',
  'Association fictive C',
  'Administration fictive D',
] as const;

/** Smallest and largest land of a community, in hectares: that of one village or of a few. */
const COMMUNITY = [12_000, 30_000] as const;

/** The stages of a project, by the year in which it began at the latest. */
const STAGES = [
  [2013, ['mise_en_oeuvre']],
  [2018, ['validation', 'mise_en_oeuvre']],
  [2022, ['preparation', 'validation']],
] as const;
const STANDARDS = ['Norme démo 1', 'Norme démo 2'] as const;

/**
 * Creates the REDD+ areas of a country: one large pilot (`nom_redd` is `PILOTE`, DR Congo only),
 * which is a programme of a province and has its outline, and smaller ones in other forests. These
 * follow the ridges of catchments and do not cross the border.
 */
export function makeRedd(
  skeleton: Skeleton,
  cover: LandCover,
  country: ReddCountry,
): Feature<Polygon | MultiPolygon>[] {
  const random = createRandom(`redd-${country}`);
  const hexes = createHexes(`redd-${country}`, EDGE);
  const shape = createNoise(`redd-shape-${country}`, 0.5, 4);
  const nationOf = createWholeCells(hexes, (place) =>
    skeleton.townLand.holds(place) ? null : skeleton.ground.nationAt(place),
  );
  const grow = (
    middle: Place,
    distance: (place: Place) => number,
  ): Feature<Polygon | MultiPolygon> | null => {
    const cells = grown(hexes, middle, (cell) => {
      const anchor = skeleton.terrain.anchorOf(hexes.centre(cell));
      const reach = 0.55 + 0.9 * shape(anchor[0], anchor[1]);
      return distance(anchor) < reach && nationOf(cell) === country;
    });
    return cells.size < 30
      ? null
      : featureOf(hexes.outline(inOnePiece(hexes, cells, (cell) => nationOf(cell) === country)));
  };
  const featureOf = (geometry: Polygon | MultiPolygon): Feature<Polygon | MultiPolygon> => ({
    type: 'Feature',
    geometry,
    properties: {},
  });

  const pilot = PLANS[country].pilot ? skeleton.geography.provinces.get(PILOT.province) : undefined;
  const areas: Feature<Polygon | MultiPolygon>[] = pilot ? [featureOf(pilot)] : [];
  const nearPilot = createNearest(0.2, cornersOf(pilot));
  const inPilot = createAreaIndex(pilot ? [pilot] : []);
  const isInside = (place: Place): boolean =>
    nationOf(hexes.at(place)) === country &&
    !inPilot.holds(place) &&
    !nearPilot.nearest(place, FROM_PILOT);
  for (const middle of drawMiddles(country, cover, random, isInside)) {
    const radius = random.between(RADIUS.low, RADIUS.high) / KM_PER_DEGREE;
    const stretch = random.between(0.7, 1.4);
    const area = grow(middle, (place) =>
      norm(
        (place[0] - middle[0]) / (radius * stretch),
        ((place[1] - middle[1]) * stretch) / radius,
      ),
    );
    if (area) areas.push(area);
  }
  return areas.map(({ geometry }, number) => ({
    type: 'Feature',
    geometry,
    properties: attributesOf(country, number, geometry, random),
  }));
}

function cornersOf(area: Polygon | MultiPolygon | undefined): Place[] {
  return area ? (ringsOf(area).flat(2) as unknown as Place[]) : [];
}

const norm = (x: number, y: number): number => Math.sqrt(x * x + y * y);

function grown(hexes: Hexes, middle: Place, holds: (cell: Cell) => boolean): Set<Cell> {
  const seat = { cell: hexes.at(middle), reach: 1_000_000 };
  const owner = growTerritories(hexes, [seat], (cell) => (holds(cell) ? 1 : Infinity));
  return new Set(owner.keys());
}

/** Draws centres in forest, far from each other. */
function drawMiddles(
  country: ReddCountry,
  cover: LandCover,
  random: Random,
  isInside: (place: Place) => boolean,
): Place[] {
  const { count, box } = PLANS[country];
  const taken = createNearest(1);
  const middles: Place[] = [];
  for (let attempt = 0; attempt < 4000 && middles.length < count; attempt++) {
    const place: Place = [random.between(box[0], box[2]), random.between(box[1], box[3])];
    if (!isInside(place)) continue;
    if ((cover.treesAt(place) ?? 0) < FORESTED || taken.nearest(place, SPACING)) continue;
    taken.add(place);
    middles.push(place);
  }
  return middles;
}

function attributesOf(
  country: ReddCountry,
  number: number,
  geometry: Polygon | MultiPolygon,
  random: Random,
) {
  const isPilot = PLANS[country].pilot && number === 0;
  const name = isPilot ? PILOT.name : PROJECTS[(PLANS[country].names + number) % PROJECTS.length]!;
  const started = isPilot ? drawDate(random, 2012, 2013) : drawDate(random, 2009, 2022);
  return {
    redd_id: `R-${country.toUpperCase()}-${String(number + 1).padStart(2, '0')}`,
    nom_redd: isPilot ? 'PILOTE' : name.fr,
    name_en: name.en,
    name_fr: name.fr,
    proponent: random.chance(0.15) && !isPilot ? null : random.pick(PROPONENTS),
    ...(random.chance(0.15) && !isPilot ? {} : { started }),
    kind: isPilot ? 'programme' : 'projet',
    stage: isPilot ? 'mise_en_oeuvre' : random.pick(stageOf(started)),
    standard:
      random.chance(0.2) && !isPilot ? null : isPilot ? 'Norme démo 1' : random.pick(STANDARDS),
    communities: random.chance(0.1)
      ? null
      : Math.max(2, Math.round(hectares(geometry) / random.between(...COMMUNITY))),
    // Tonnes of carbon dioxide per year, about two per hectare.
    reductions_tco2: Math.round(hectares(geometry) * random.between(0.6, 2.4)),
    area_ha: hectares(geometry),
  };
}

/** Returns the stages that a project may have reached since it began. */
function stageOf(started: string): readonly [Stage, ...Stage[]] {
  const year = Number(started.slice(0, 4));
  return STAGES.find(([last]) => year <= last)![1];
}

type Stage = 'preparation' | 'validation' | 'mise_en_oeuvre';
