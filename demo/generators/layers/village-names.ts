import Flatbush from 'flatbush';
import type { Bounds } from '../../../cli/geography/geometry.ts';
import {
  isWithin,
  NameSides,
  type Anchor,
  type Covers,
  type Lettering,
} from '../../geography/name-sides.ts';
import type { Skeleton, Village } from '../skeleton/skeleton.ts';

/** The names of villages. The rings of towns are no part of the comparison. */
const LETTERING: Lettering = {
  letter: 6,
  halfHeight: 7,
  gap: 7,
  scales: [8, 9.5, 10, 11].map((zoom) => ({ zoom, rank: 0 })),
};

/** The zoom from which every village has its name, which must not be read for another one. */
const CROWDED = 10;
/** What a name costs that covers the dot of another village, and one that is all over another name. */
const [DOT, NAME] = [1.2, 1.2];
/** Half the size of a dot and the space around it, in pixels. */
const HALF_DOT = 8;
/** Degrees around a village in which its name and those of others may be, at zoom 10. */
const REACH = 0.2;

/** The side of its village on which a name is written. */
const SIDES: Readonly<Record<Anchor, string>> = {
  left: 'east',
  right: 'west',
  top: 'south',
  bottom: 'north',
};

/**
 * Returns for each village the side, `east`, `west`, `south` or `north`, on which its name crosses no
 * river and covers neither water, another country, another village nor its name, or least of them. The
 * largest villages choose first.
 */
export function nameSides(
  { geography, ground }: Skeleton,
  villages: readonly Village[],
): readonly string[] {
  const sides = new NameSides(geography.rivers, LETTERING);
  const index = new Flatbush(villages.length);
  for (const { place } of villages) index.add(...place, ...place);
  index.finish();
  const anchors: Anchor[] = [];
  const boxes = new Map<number, Bounds>();
  const order = [...villages.keys()].sort((a, b) => villages[b]!.people - villages[a]!.people);
  for (const number of order) {
    const { name, place, country } = villages[number]!;
    const [lng, lat] = place;
    const around = index
      .search(lng - REACH, lat - REACH, lng + REACH, lat + REACH)
      .filter((other) => other !== number);
    const covers: Covers = (box, { zoom }, degrees) => {
      if (zoom < CROWDED) return 0;
      const near = HALF_DOT * degrees;
      const dots = around.filter((other) => isWithin(villages[other]!.place, box, near)).length;
      return DOT * dots + NAME * (zoom === CROWDED ? coveredShare(box, around, boxes) : 0);
    };
    const isAtHome = (at: Village['place']): boolean => ground.countryAt(at) === country;
    anchors[number] = sides.anchorOf({ name, at: place, isAtHome }, covers);
    boxes.set(number, sides.boxOf(anchors[number]!, { name, at: place }, CROWDED));
  }
  return anchors.map((anchor) => SIDES[anchor]);
}

/** Returns the share of a box that names cover, which counts twice where two of them do. */
function coveredShare(
  [west, south, east, north]: Bounds,
  others: readonly number[],
  boxes: ReadonlyMap<number, Bounds>,
): number {
  let covered = 0;
  for (const other of others) {
    const box = boxes.get(other);
    if (!box) continue;
    const width = Math.min(east, box[2]) - Math.max(west, box[0]);
    const height = Math.min(north, box[3]) - Math.max(south, box[1]);
    if (width > 0 && height > 0) covered += width * height;
  }
  return covered / ((east - west) * (north - south));
}
