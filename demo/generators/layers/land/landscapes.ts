import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { hectares } from '../../area.ts';
import { createNearest, kilometres, type Place } from '../../distance.ts';
import { createHexes } from '../../hexes.ts';
import { createNoise } from '../../noise.ts';
import { createRandom, type Random } from '../../random.ts';
import { COUNTRIES, type Country } from '../../skeleton/geography.ts';
import type { LandCover } from '../../skeleton/land-cover.ts';
import { createLandNames, ofName } from '../../skeleton/names.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import { cellsBySeat, growTerritories } from '../../territories.ts';
import { allocationOf } from './allocation.ts';

/** Edge length of the cells, in kilometres. */
const EDGE = 2.4;
/** Distance between the centre of a cell and the land of a town, in kilometres. */
const MARGIN = 1.6 * EDGE;
const COUNT = 12;
/** Distance between the centres, in kilometres. */
const SPACING = 260;
/** Radius of a landscape, in kilometres. */
const RADIUS = { low: 85, high: 150 };
/** Minimum tree cover at the centre, in percent. */
const WOODED = 60;

const LEADS = [
  'Organisation fictive A',
  'Organisation fictive B',
  'Organisation fictive C',
] as const;

/**
 * Creates the conservation landscapes: large areas around a protected area, across borders, that
 * several partners manage together.
 */
export function makeLandscapes(
  skeleton: Skeleton,
  cover: LandCover,
): Feature<Polygon | MultiPolygon>[] {
  const { ground } = skeleton;
  const random = createRandom('landscapes');
  const hexes = createHexes('landscapes', EDGE);
  const shape = createNoise('landscapes', 1.8, 4);
  const rough = createNoise('landscapes-rough', 0.3, 3);
  const nameOf = createLandNames(skeleton.realNames, 'landscapes');
  const seats = drawMiddles(skeleton, cover, random).map((place) => ({
    place,
    cell: hexes.at(place),
    reach: 1e6,
    radius: random.between(RADIUS.low, RADIUS.high),
  }));
  const onLand = new Map<number, boolean>();
  const isLand = (cell: number): boolean => {
    let known = onLand.get(cell);
    if (known === undefined) {
      known =
        !skeleton.townLand.holds(hexes.centre(cell), MARGIN) &&
        hexes.drawnCorners(cell).every((corner) => ground.nationAt(corner) !== null);
      onLand.set(cell, known);
    }
    return known;
  };
  const owner = growTerritories(hexes, seats, (cell, seat) => {
    const { place, radius } = seats[seat]!;
    const centre = hexes.centre(cell);
    const anchor = skeleton.terrain.anchorOf(centre);
    const share = kilometres(place, anchor) / radius;
    return share < 1 + 3 * (shape(anchor[0], anchor[1]) - 0.5) && isLand(cell)
      ? 2 + 18 * rough(centre[0], centre[1])
      : Infinity;
  });
  const labels = (cell: number): number => owner.get(cell) ?? -1;
  return [...cellsBySeat(owner)].map(([seat, cells], number) => {
    const geometry = hexes.outline(cells, labels);
    const found = new Set<Country | null>(
      [...cells].map((cell) => ground.nationAt(hexes.centre(cell))),
    );
    const countries = COUNTRIES.filter((country) => found.has(country));
    const name = nameOf(ground.nationAt(seats[seat]!.place)!);
    return {
      type: 'Feature',
      geometry,
      properties: {
        landscape_id: `PC-${String(number + 1).padStart(2, '0')}`,
        name: `Paysage ${ofName(name)}`,
        name_en: `${name} Landscape`,
        countries: countries.map((country) => country.toUpperCase()),
        transboundary: countries.length > 1,
        lead: random.pick(LEADS),
        partners: random.integer(3, 11),
        started: String(random.integer(2003, 2016)),
        area_km2: Math.round(hectares(geometry) / 100),
      },
    };
  });
}

/** Selects the centres of the largest protected areas in forest, far from each other. */
function drawMiddles(skeleton: Skeleton, cover: LandCover, random: Random): Place[] {
  const { parks } = allocationOf(skeleton, cover);
  const taken = createNearest(1);
  const middles: Place[] = [];
  for (const { geometry } of random.shuffle(Object.values(parks).flat())) {
    const ring =
      geometry.type === 'Polygon' ? geometry.coordinates[0]! : geometry.coordinates[0]![0]!;
    const sum = ring.slice(1).reduce(([x, y], [lng, lat]) => [x! + lng!, y! + lat!], [0, 0]);
    const middle: Place = [sum[0]! / (ring.length - 1), sum[1]! / (ring.length - 1)];
    if (middles.length === COUNT || taken.nearest(middle, SPACING)) continue;
    if ((cover.treesAt(middle) ?? 0) < WOODED || !skeleton.ground.nationAt(middle)) continue;
    taken.add(middle);
    middles.push(middle);
  }
  return middles;
}
