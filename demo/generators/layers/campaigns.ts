import type { Place } from '../distance.ts';
import { createRandom, hashCell, hashName, type Random } from '../random.ts';
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

/**
 * The teams, each with the share of its numbers that are rounded to fives and tens, and with the
 * frequency of missing answers as a multiple of that of all teams.
 */
const TEAMS = {
  A: { rounds: 0.75, misses: 0.3 },
  B: { rounds: 0.2, misses: 1.2 },
  C: { rounds: 0.5, misses: 0.5 },
  D: { rounds: 0.08, misses: 0.2 },
  E: { rounds: 0.62, misses: 2.6 },
  F: { rounds: 0.3, misses: 0.6 },
  G: { rounds: 0.42, misses: 1.6 },
} as const;
type Team = keyof typeof TEAMS;

/** Returns the team of a campaign. One team covers all its sectors. */
export function teamOf(campaign: number): Team {
  return createRandom(`team-${campaign}`).pick(['A', 'B', 'C', 'D', 'E', 'F', 'G']);
}

/** Returns how often a team leaves answers out, as a multiple of the mean. */
export function missesOf(campaign: number): number {
  return TEAMS[teamOf(campaign)].misses;
}

/** Returns a number as the team of a campaign writes it down: some are rounded to fives and tens. */
export function writtenBy(campaign: number, count: number, random: Random): number {
  const step = count > 60 && random.chance(0.6) ? 10 : 5;
  return random.chance(TEAMS[teamOf(campaign)].rounds)
    ? Math.max(step, Math.round(count / step) * step)
    : count;
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
