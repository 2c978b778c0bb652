import type { Place } from '../distance.ts';
import { createNearest, kilometres, moved, sampleLine } from '../distance.ts';
import { createRandom, type Random } from '../random.ts';
import { boxHolds, EXTENTS, REGION } from './extents.ts';
import type { Geography } from './geography.ts';
import type { Ground } from './ground.ts';

/** Neighbours that a place may be joined to by a road. */
const NEIGHBOURS = 8;
/** Share of a road that may run outside the ground: borders wind, lakes do not carry roads. */
const MAX_OUTSIDE = 0.12;
/** Kilometres between invented crossroads, inside the project extents and elsewhere. */
const SPACING = { near: 20, far: 55 };

interface Link {
  readonly from: number;
  readonly to: number;
  readonly km: number;
}

/**
 * Invents roads between the real towns and some invented crossroads: a minimum spanning tree
 * (Kruskal), and from every place also the two nearest, bent, over land only.
 */
export function inventRoads(geography: Geography, ground: Ground): Place[][] {
  const random = createRandom('roads');
  const towns = geography.towns.filter((place) => ground.countryAt(place));
  const places = [...towns, ...inventCrossroads(towns, ground, random)];
  const links = linksBetween(places, ground);
  const group = places.map((_, number) => number);
  const rootOf = (number: number): number => {
    let root = number;
    while (group[root] !== root) root = group[root]!;
    group[number] = root;
    return root;
  };
  const degree = new Uint8Array(places.length);
  const roads: Place[][] = [];
  for (const { from, to, km } of links) {
    const [one, other] = [rootOf(from), rootOf(to)];
    if (one === other && degree[from]! >= 2 && degree[to]! >= 2) continue;
    group[one] = other;
    degree[from]!++;
    degree[to]!++;
    roads.push(bend(places[from]!, places[to]!, km, random));
  }
  return roads;
}

function inventCrossroads(towns: readonly Place[], ground: Ground, random: Random): Place[] {
  const taken = createNearest(0.3, towns);
  const found: Place[] = [];
  const [west, south, east, north] = REGION;
  const boxes = Object.values(EXTENTS).map(({ box }) => box);
  for (let attempt = 0; attempt < 14_000; attempt++) {
    const box = boxes[attempt % 8] ?? [west, south, east, north];
    const place: Place = [random.between(box[0], box[2]), random.between(box[1], box[3])];
    const reach = boxes.some((one) => boxHolds(one, place)) ? SPACING.near : SPACING.far;
    if (!ground.countryAt(place) || taken.nearest(place, reach)) continue;
    taken.add(place);
    found.push(place);
  }
  return found;
}

/** Pairs of near places whose straight line stays on the ground, shortest first. */
function linksBetween(places: readonly Place[], ground: Ground): Link[] {
  const links: Link[] = [];
  places.forEach((place, from) => {
    const near: Link[] = [];
    places.forEach((other, to) => {
      if (Math.abs(other[0] - place[0]) > 4 || Math.abs(other[1] - place[1]) > 4 || to === from)
        return;
      near.push({ from, to, km: kilometres(place, other) });
    });
    near.sort((one, other) => one.km - other.km);
    for (const link of near.slice(0, NEIGHBOURS)) {
      const isSecondSighting =
        link.to < from && links.some((l) => l.from === link.to && l.to === from);
      if (isSecondSighting) continue;
      const samples = sampleLine([place, places[link.to]!], 3);
      const outside = samples.filter((sample) => !ground.countryAt(sample)).length;
      if (outside <= samples.length * MAX_OUTSIDE) links.push(link);
    }
  });
  return links.sort(
    (one, other) => one.km - other.km || one.from - other.from || one.to - other.to,
  );
}

/** Bends a straight road: each middle is pushed sideways, down to pieces of about 3 km. */
function bend(from: Place, to: Place, km: number, random: Random): Place[] {
  const line = [from];
  const halve = (start: Place, end: Place, length: number): void => {
    if (length > 3) {
      const push = random.between(-0.11, 0.11) * length;
      const along = kilometres(start, end) || 1;
      const [east, north] = [(end[0] - start[0]) * 111.195, (end[1] - start[1]) * 111.195];
      const middle = moved(
        [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2],
        (-north / along) * push,
        (east / along) * push,
      );
      halve(start, middle, length / 2);
      halve(middle, end, length / 2);
    } else line.push(end);
  };
  halve(from, to, km);
  return line;
}
