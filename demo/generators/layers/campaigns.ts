import type { Place } from '../distance.ts';
import { hashCell, hashName } from '../random.ts';
import { createZones } from '../skeleton/customs.ts';
import type { Skeleton, Village } from '../skeleton/skeleton.ts';
import { sectorsOf } from './sectors.ts';

/** Side of the area of a campaign of surveys, in degrees. */
const SIDE = 0.4;
/** First and last year in which a campaign began. */
const YEARS = { first: 2011, last: 2025 } as const;
/** Number of months that a campaign took. */
export const CAMPAIGN = 6;

/** A village with the campaign in which it was surveyed. */
export interface Surveyed extends Village {
  /** First month of the campaign: the year times twelve, plus the month from 0. */
  readonly campaign: number;
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
  for (const sector of sectorsOf(skeleton).all)
    for (const village of sector.villages) firstOf.set(village, sector.villages[0]!);
  const surveyed = villages.map((village, number) => {
    const first = villages[firstOf.get(number) ?? number]!;
    return { ...village, campaign: campaignAt(first.place) };
  });
  made.set(skeleton, surveyed);
  return surveyed;
}

/** Returns a function that returns the first month of the campaign at a place. */
function createCampaigns(): (place: Place) => number {
  const zoneAt = createZones('campaign', SIDE);
  const seed = hashName('campaigns');
  const months = (YEARS.last - YEARS.first + 1) * 12;
  return (place) => YEARS.first * 12 + Math.floor(months * hashCell(seed, ...zoneAt(place)));
}
