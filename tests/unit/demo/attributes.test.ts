import type { Feature } from 'geojson';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeFeatures } from './made.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** The attributes of each feature of a layer, by the name of the layer. */
const layers = new Map<string, readonly Attributes[]>();
const of = (name: string): readonly Attributes[] => layers.get(name)!;

beforeAll(async () => {
  for (const name of ['survey-areas', 'villages'])
    layers.set(
      name,
      (await makeFeatures<Feature>(name)).map(({ properties }) => properties!),
    );
});

/** Returns the number of months from year 0 to a date. */
function monthOf(date: unknown): number {
  const [year, month] = String(date).split('-').map(Number);
  return year! * 12 + month!;
}

describe('surveys', () => {
  it('take half a year, the time of one campaign, and the last ones are open', () => {
    for (const { started, ended } of of('survey-areas'))
      if (ended === undefined) expect(monthOf(started)).toBeGreaterThanOrEqual(monthOf('2025-07'));
      else expect(monthOf(ended) - monthOf(started)).toBe(6);
    expect(of('survey-areas').some(({ ended }) => ended === undefined)).toBe(true);
  });

  it('visit the first of their villages while they last', () => {
    const surveyed = new Map(of('villages').map(({ name, surveyed: day }) => [name, day]));
    for (const { name_fr: name, started } of of('survey-areas')) {
      const day = surveyed.get(String(name).replace(/ et environs$/, ''));
      if (day === undefined) continue;
      const month = monthOf(day) - monthOf(started);
      expect(month).toBeGreaterThanOrEqual(0);
      expect(month).toBeLessThanOrEqual(6);
    }
  });

  it('are the work of one team in each campaign', () => {
    const teams = new Map(of('survey-areas').map(({ started, team }) => [started, team]));
    for (const { started, team } of of('survey-areas')) expect(team).toBe(teams.get(started));
    expect(new Set(teams.values()).size).toBe(7);
  });
});
