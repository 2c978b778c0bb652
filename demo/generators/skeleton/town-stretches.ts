import { kilometres, type Place, sampleLine } from '../distance.ts';
import { type Geography } from './geography.ts';
import type { Ground } from './ground.ts';
import type { Road } from './roads.ts';

/** Distance within which a national road is led through a town, in kilometres. */
const LED = { least: 0.25, most: 7.5 } as const;
/** Distance below which the road is bent. Above it, the old stretch remains beside the new one. */
const BENT = 1;
/** Length of the new stretch on either side of a town, in kilometres: `least`, or `times` the distance. */
const RUN_UP = { least: 3, times: 2.5 } as const;
/** Least part of this length that the road must have on either side of the town. */
const ENOUGH = 0.4;
/** Distance between the places of a new stretch that must be dry, in kilometres. */
const TESTED = 0.25;

/** The land that new stretches may cross. */
interface Land {
  readonly geography: Geography;
  readonly ground: Ground;
}

/**
 * Leads national roads through the towns beside them. Villages lie on the routes as they were, so
 * the old stretch remains as a road of the next class. What is left of a road keeps its number.
 */
export function throughTowns(routes: readonly Road[], { geography, ground }: Land): Road[] {
  const roads = [...routes];
  const { towns, rivers } = geography;
  for (const town of towns) {
    const by = nearestOn(roads, town);
    if (!by || by.km < LED.least) continue;
    const { line } = roads[by.road]!;
    const stretch = stretchBy(line, by.vertex, by.km);
    if (!stretch) continue;
    const led = leadThrough(line, stretch, town);
    const isDry = sampleLine(led, TESTED).every((place) => ground.countryAt(place) !== null);
    if (!isDry || rivers.some((river) => crosses(river, line[by.vertex]!, town))) continue;
    const [from, at, to] = stretch;
    const middle = at - from;
    const pieces: Road[] = [
      { kind: 'nationale', line: [...line.slice(0, from), ...led.slice(0, middle + 1)] },
      { kind: 'nationale', line: [...led.slice(middle), ...line.slice(to + 1)] },
    ];
    if (by.km > BENT) pieces.push({ kind: 'regionale', line: line.slice(from, to + 1) });
    const [first, ...others] = pieces as [Road, ...Road[]];
    roads[by.road] = first;
    roads.push(...others);
  }
  return roads;
}

/** Finds the corner of a national road that is nearest to a town. */
function nearestOn(roads: readonly Road[], town: Place) {
  let [road, vertex, km]: [number, number, number] = [-1, -1, LED.most];
  roads.forEach(({ kind, line }, number) => {
    if (kind !== 'nationale') return;
    line.forEach((place, i) => {
      if (Math.abs(place[1] - town[1]) > 0.075 || Math.abs(place[0] - town[0]) > 0.075) return;
      const far = kilometres(place, town);
      if (far >= km) return;
      [road, vertex, km] = [number, i, far];
    });
  });
  return road < 0 ? null : { road, vertex, km };
}

/** The numbers of the first corner of a stretch, of the one nearest to the town, and of the last. */
type Stretch = readonly [from: number, at: number, to: number];

/** Returns the stretch of a road to lead through a town, or null if the road ends too near. */
function stretchBy(line: readonly Place[], at: number, km: number): Stretch | null {
  const wanted = Math.max(RUN_UP.least, RUN_UP.times * km);
  const [from, before] = goAlong(line, at, -1, wanted);
  const [to, after] = goAlong(line, at, 1, wanted);
  return Math.min(before, after) < ENOUGH * wanted ? null : [from, at, to];
}

/** Follows a line from a corner for a length. Returns the last corner and the length in kilometres. */
function goAlong(
  line: readonly Place[],
  at: number,
  step: 1 | -1,
  wanted: number,
): [corner: number, km: number] {
  let [corner, km] = [at, 0];
  while (km < wanted && line[corner + step]) {
    km += kilometres(line[corner]!, line[corner + step]!);
    corner += step;
  }
  return [corner, km];
}

/** Moves the corners of a stretch towards the town, the nearest one into it, and its ends not at all. */
function leadThrough(line: readonly Place[], [from, at, to]: Stretch, town: Place): Place[] {
  const near = line[at]!;
  const [east, north] = [town[0] - near[0], town[1] - near[1]];
  return line.slice(from, to + 1).map(([lng, lat], i): Place => {
    const number = from + i;
    const share = number < at ? i / (at - from) : (to - number) / (to - at);
    const weight = share * share * (3 - 2 * share);
    return [lng + east * weight, lat + north * weight];
  });
}

/** Returns true if a line crosses the straight way between two places. */
function crosses(line: readonly Place[], from: Place, to: Place): boolean {
  return line.some((end, i) => {
    const start = line[i - 1];
    if (!start || Math.abs(start[1] - from[1]) > 0.5 || Math.abs(start[0] - from[0]) > 0.5)
      return false;
    return (
      side(from, to, start) * side(from, to, end) < 0 &&
      side(start, end, from) * side(start, end, to) < 0
    );
  });
}

/** Returns a number whose sign tells on which side of a line a place is. */
function side(from: Place, to: Place, place: Place): number {
  return (to[0] - from[0]) * (place[1] - from[1]) - (to[1] - from[1]) * (place[0] - from[0]);
}
