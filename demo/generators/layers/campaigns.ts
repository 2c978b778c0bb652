import type { Place } from '../distance.ts';
import { createRandom, hashCell, hashName } from '../random.ts';
import { createZones } from '../skeleton/customs.ts';
import type { Skeleton, Village } from '../skeleton/skeleton.ts';
import { dayOf, weekdayOf } from './calendar.ts';
import { sectorsOf } from './sectors.ts';

/** Side of the area of a campaign of surveys, in degrees. */
const SIDE = 0.4;
/** First and last year in which a campaign began. */
const YEARS = { first: 2011, last: 2025 } as const;
/** First and last day of a campaign on which a team may come to a sector. */
const ARRIVAL = { first: 24, last: 120 } as const;
/** Days between the visits of two villages of a sector, at most. */
const BETWEEN = 3;
/** Share of the visits that would be on a Sunday and are. */
const ON_SUNDAY = 0.15;

/** A village with the campaign in which it was surveyed. */
export interface Surveyed extends Village {
  /** First month of the campaign: the year times twelve, plus the month from 0. */
  readonly campaign: number;
  /** The day on which a team visited the village: its number since 1970. */
  readonly visited: number;
}

/** Who uses a school or a clinic: a village, or a town, whose name is not given. */
export interface Client {
  readonly name: string | null;
  readonly people: number;
  readonly tongue: Village['tongue'];
  /** The day of the survey. */
  readonly surveyed: string;
}

const made = new WeakMap<Skeleton, readonly Surveyed[]>();

/**
 * Returns the villages with their campaigns. All villages of a sector were surveyed in one campaign,
 * and sectors near each other often too.
 */
export function surveyedVillages(skeleton: Skeleton): readonly Surveyed[] {
  const known = made.get(skeleton);
  if (known) return known;
  const { villages } = skeleton;
  const campaignAt = createCampaigns();
  const firstOf = new Map<number, number>();
  const visitOf = new Map<number, number>();
  for (const { villages: numbers } of sectorsOf(skeleton).all) {
    const campaign = campaignAt(villages[numbers[0]!]!.place);
    for (const number of numbers) firstOf.set(number, numbers[0]!);
    visitAll(numbers, campaign, visitOf);
  }
  const surveyed = villages.map((village, number) => {
    const first = villages[firstOf.get(number) ?? number]!;
    const campaign = campaignAt(first.place);
    if (!visitOf.has(number)) visitAll([number], campaign, visitOf);
    return { ...village, campaign, visited: visitOf.get(number)! };
  });
  made.set(skeleton, surveyed);
  return surveyed;
}

/** Sets the days on which a team visits the villages of a sector, one after the other. */
function visitAll(
  numbers: readonly number[],
  campaign: number,
  visitOf: Map<number, number>,
): void {
  const random = createRandom(`visits-${numbers[0]!}`);
  let day =
    dayOf(Math.floor(campaign / 12), campaign % 12, 1) +
    random.integer(ARRIVAL.first, ARRIVAL.last);
  for (const number of numbers) {
    if (weekdayOf(day) === 0 && !random.chance(ON_SUNDAY)) day++;
    visitOf.set(number, day);
    day += Math.ceil(BETWEEN * random.next() * random.next());
  }
}

/** Returns a function that returns the first month of the campaign at a place. */
function createCampaigns(): (place: Place) => number {
  const zoneAt = createZones('campaign', SIDE);
  const seed = hashName('campaigns');
  const months = (YEARS.last - YEARS.first + 1) * 12;
  return (place) => YEARS.first * 12 + Math.floor(months * hashCell(seed, ...zoneAt(place)));
}
