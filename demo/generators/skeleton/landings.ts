import { createAreaIndex } from '../area-index.ts';
import { type Place, sampleLine } from '../distance.ts';
import type { Geography } from './geography.ts';
import type { Ground } from './ground.ts';
import { lengthOf, type Road } from './roads.ts';

/**
 * Width of water from which on there is no bridge, in kilometres. The bridge of Matadi, the only one
 * over the lower Congo, has 722 m.
 */
const NO_BRIDGE = 0.8;
/** Distance between the places of a road that are tested, in kilometres. */
const TESTED = 0.1;
/** Least length of a road between two landing places: shorter ones are on islands. */
const ISLAND = 6;

/**
 * Ends roads at the landing places of wide water, from which ferries and canoes cross. The first
 * part of a road keeps its number.
 */
export function endAtLandings(routes: readonly Road[], { geography, ground }: Land): Road[] {
  const water = createAreaIndex(geography.lakes);
  const roads = [...routes];
  routes.forEach((road, number) => {
    // The corners of a road are at most 1.5 km apart.
    if (road.line.every((place) => ground.isPlain(place, 1))) return;
    const parts = dryParts(road.line, (place) => water.holds(place));
    if (parts.length === 1 && parts[0] === road.line) return;
    const [first, ...others] = parts.map((line): Road => ({ ...road, line }));
    roads[number] = first ?? { ...road, line: [] };
    roads.push(...others);
  });
  return roads.filter(({ line }) => line.length > 1);
}

/** Where roads lead. */
interface Land {
  readonly geography: Geography;
  readonly ground: Ground;
}

/** Cuts a line at water without a bridge. Returns the line itself if there is none. */
function dryParts(line: readonly Place[], isWet: (place: Place) => boolean): (readonly Place[])[] {
  const places = sampleLine(line, TESTED);
  const runs: { readonly wet: boolean; readonly places: Place[] }[] = [];
  for (const place of places) {
    const wet = isWet(place);
    const last = runs.at(-1);
    if (last?.wet === wet) last.places.push(place);
    else runs.push({ wet, places: [place] });
  }
  const isBarrier = ({ wet, places: [...crossed] }: (typeof runs)[number]): boolean =>
    wet && lengthOf(crossed) >= NO_BRIDGE - TESTED;
  if (!runs.some(isBarrier)) return [line];
  const parts: Place[][] = [[]];
  for (const run of runs) {
    if (isBarrier(run)) parts.push([]);
    else parts.at(-1)!.push(...run.places);
  }
  return parts.filter((part, i) => {
    const isBetween = i > 0 && i < parts.length - 1;
    return part.length > 1 && (!isBetween || lengthOf(part) >= ISLAND);
  });
}
