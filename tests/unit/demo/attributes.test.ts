import type { Feature, Point } from 'geojson';
import { beforeAll, describe, expect, it } from 'vitest';
import { createNearest, type Place } from '../../../demo/generators/distance.ts';
import { surveyedVillages, teamOf } from '../../../demo/generators/layers/campaigns.ts';
import { type Skeleton, skeletonOf } from '../../../demo/generators/skeleton/skeleton.ts';
import { meanOf, moranOf, variation } from './checks.ts';
import { CONFIG, GENERATION_TIMEOUT, makeFeatures, ofVillages, villageOf } from './made.ts';

const LAYERS = [
  'camps',
  'culture',
  'education',
  'farming-areas',
  'farming-points',
  'health',
  'livelihoods',
  'logging-roads',
  'survey-areas',
  'villages',
] as const;

type Attributes = Readonly<Record<string, unknown>>;

/** The attributes of each feature of a layer, by the name of the layer. */
const layers = new Map<string, readonly Attributes[]>();
const of = (name: string): readonly Attributes[] => layers.get(name)!;

let places: Place[];
let skeleton: Skeleton;
let allClinics: Feature[];
let clinics: Feature[];

beforeAll(async () => {
  for (const name of LAYERS)
    layers.set(
      name,
      (await makeFeatures<Feature>(name)).map(({ properties }) => properties!),
    );
  skeleton = await skeletonOf(CONFIG);
  allClinics = await makeFeatures('health');
  clinics = ofVillages(allClinics);
  const villages = await makeFeatures<Feature<Point>>('villages');
  places = villages.map(({ geometry }) => geometry.coordinates as unknown as Place);
}, GENERATION_TIMEOUT);

/** Returns the number of months from year 0 to a date. */
function monthOf(date: unknown): number {
  const [year, month] = String(date).split('-').map(Number);
  return year! * 12 + month!;
}

describe('surveys', () => {
  it('take half a year at most, each another time, and the last ones are open', () => {
    const lengths: number[] = [];
    for (const { started, ended } of of('survey-areas'))
      if (ended === undefined) expect(monthOf(started)).toBeGreaterThanOrEqual(monthOf('2025-07'));
      else lengths.push((Date.parse(String(ended)) - Date.parse(String(started))) / 86_400_000);
    expect(Math.min(...lengths)).toBeGreaterThan(9);
    expect(Math.max(...lengths)).toBeLessThan(200);
    expect(variation(lengths)).toBeGreaterThan(0.25);
    expect(of('survey-areas').some(({ ended }) => ended === undefined)).toBe(true);
  });

  it('visit the first of their villages while they last', () => {
    // Two villages of one name may be in two areas, so each has the days of both.
    const days = new Map<unknown, unknown[]>();
    for (const { name, surveyed } of of('villages'))
      days.set(name, [...(days.get(name) ?? []), surveyed]);
    for (const { name_fr: name, started } of of('survey-areas')) {
      const months = days
        .get(String(name).replace(/ et environs$/, ''))!
        .map((day) => (day === undefined ? 0 : monthOf(day) - monthOf(started)));
      expect(months.some((month) => month >= 0 && month <= 6)).toBe(true);
    }
  });

  it('visit villages on all days of a month, and few on a Sunday', () => {
    const days = of('villages').flatMap(({ surveyed }) => (surveyed ? [String(surveyed)] : []));
    const late = days.filter((day) => Number(day.slice(8)) > 28);
    // The 29th to 31st are 29 of 365 days.
    expect(late.length / days.length).toBeGreaterThan(0.06);
    expect(late.length / days.length).toBeLessThan(0.1);
    const sundays = days.filter((day) => new Date(day).getUTCDay() === 0);
    expect(sundays.length / days.length).toBeLessThan(0.05);
  });

  it('are the work of one team in each campaign', () => {
    const campaigns = new Map(
      surveyedVillages(skeleton).map(({ name, campaign }) => [name, campaign]),
    );
    const teams = new Map<unknown, unknown>();
    const campaignOf = (area: Attributes): unknown =>
      campaigns.get(String(area['name_fr']).replace(/ et environs$/, ''));
    for (const area of of('survey-areas')) teams.set(campaignOf(area), area['team']);
    const same = of('survey-areas').filter((area) => teams.get(campaignOf(area)) === area['team']);
    // Two villages of one name may be in two campaigns.
    expect(same.length / of('survey-areas').length).toBeGreaterThan(0.95);
    expect(new Set(teams.values()).size).toBe(7);
  });
});

describe('places of livelihoods', () => {
  /** What places give, by a word of their names. No place of another name gives it. */
  const GIVEN: Readonly<Record<string, RegExp>> = {
    cocoa: /^(Cacaoyère|Cocoa farm)/,
    honey: /^(Arbres à miel|Honey trees)/,
    safou: /^Safoutiers/,
    bush_mango: /^Bush mango grove/,
    sand: /^(Carrière de sable|Sand pit)/,
    clay: /^(Argilière|Clay pit)/,
    palm_wine: /^(Palmeraie|Palm grove)/,
    coffee: /^(Caféière|Coffee farm)/,
    cattle: /^(Pâturage|Grazing land)/,
  };

  it.each(Object.entries(GIVEN))(
    'give %s where their name says so, and only there',
    (gift, name) => {
      const named = of('livelihoods').filter((place) => place['name'] !== null);
      const giving = named.filter(({ resources }) => (resources as string[]).includes(gift));
      expect(giving.length).toBeGreaterThan(5);
      for (const { name: place } of giving) expect(place).toMatch(name);
      for (const { name: place, resources } of named)
        if (name.test(String(place))) expect(resources).toContain(gift);
    },
  );

  it('smoke fish in camps of fishers, and meat in those of hunters', () => {
    for (const { kind, uses } of of('camps')) {
      if (kind === 'hunting') expect(uses).not.toContain('smoking_of_fish');
      if (kind === 'fishing') expect(uses).toEqual(['smoking_of_fish']);
    }
  });

  it('settle disputes under council trees, and mourn at graves and old sites', () => {
    const kindsWith = (use: string): Set<unknown> =>
      new Set(
        of('culture').flatMap(({ kind, uses }) => ((uses as string[]).includes(use) ? [kind] : [])),
      );
    expect(kindsWith('settling_of_disputes')).toEqual(new Set(['council_tree']));
    expect(kindsWith('mourning')).toEqual(new Set(['burial_ground', 'old_village_site']));
  });
});

describe('answers', () => {
  /** Returns the number of features with each answer, the most frequent first. */
  const countsOf = (name: string, field: string): number[] => {
    const counts = new Map<unknown, number>();
    for (const { [field]: answer } of of(name)) counts.set(answer, (counts.get(answer) ?? 0) + 1);
    return [...counts.values()].sort((one, other) => other - one);
  };

  it.each([
    ['culture', 'kind'],
    ['camps', 'shelter_type'],
  ])('of %s about the %s are unequal', (name, field) => {
    const counts = countsOf(name, field);
    expect(counts[0]! / counts.at(-1)!).toBeGreaterThan(2);
  });

  it('say nothing about the state of bridges where there is none', () => {
    const [without, others] = [true, false].map((none) =>
      of('logging-roads').filter(({ bridges }) => (bridges === 0) === none),
    );
    expect(without!.length).toBeGreaterThan(100);
    for (const { bridge_condition: state } of without!) expect(state).toBeNull();
    for (const { bridge_condition: state } of others!) expect(state).not.toBeNull();
  });
});

describe('fields', () => {
  const fields = (): readonly Attributes[] => [...of('farming-points'), ...of('farming-areas')];

  /**
   * Hectares by way of farming. A family clears 0.5 to 6 ha a year with hand tools; the issue of the
   * owners of the atlas gives 0.2 to 3 ha for a garden. Cocoa farms of families have up to 15 ha.
   */
  const HECTARES: Readonly<Record<string, readonly [number, number]>> = {
    home_garden: [0.2, 3],
    shifting_cultivation: [0.5, 6],
    permanent_field: [0.5, 10],
    cocoa_under_shade: [0.5, 15],
  };

  it('are as large as hand tools allow, as points and as areas', () => {
    expect(new Set(fields().map(({ system }) => system))).toEqual(new Set(Object.keys(HECTARES)));
    for (const { system, area_ha: area } of fields()) {
      const [least, most] = HECTARES[String(system)]!;
      expect(Number(area)).toBeGreaterThanOrEqual(least);
      expect(Number(area)).toBeLessThanOrEqual(most);
    }
  });

  it('lie fallow for years in shifting cultivation, and never in gardens and under cocoa', () => {
    for (const { system, fallow } of fields()) {
      if (system === 'shifting_cultivation') expect(Number(fallow ?? 2)).toBeGreaterThanOrEqual(2);
      if (system === 'permanent_field') expect(Number(fallow ?? 0)).toBeLessThanOrEqual(2);
      if (['home_garden', 'cocoa_under_shade'].includes(String(system))) expect(fallow).toBeNull();
    }
  });

  it('are gardens and cocoa farms of families, not of groups', () => {
    for (const { system, worked_by: by } of fields())
      if (['home_garden', 'cocoa_under_shade'].includes(String(system)))
        expect(by).toMatch(/^family/);
  });
});

describe('health facilities', () => {
  it('are as large as their village: no post in the largest, no hospital in small ones', () => {
    for (const clinic of clinics) {
      const { kind } = clinic.properties!;
      const count = villageOf(skeleton, clinic).people;
      // An area of a nurse: fewer people have a facility in the next village.
      expect(count).toBeGreaterThanOrEqual(150);
      if (kind === 'health_centre') expect(count).toBeGreaterThanOrEqual(700);
      if (kind === 'district_hospital') expect(count).toBeGreaterThanOrEqual(1900);
      if (kind === 'health_post') expect(count).toBeLessThan(1900);
    }
  });

  it('have more beds, nurses and patients in each kind, and no crowd that the village lacks', () => {
    const kinds = ['health_post', 'health_centre', 'district_hospital'];
    for (const key of ['beds', 'nurses', 'patients']) {
      const [post, centre, hospital] = kinds.map((kind) =>
        meanOf(of('health').flatMap((site) => (site['kind'] === kind ? [Number(site[key])] : []))),
      );
      expect(centre).toBeGreaterThan(post! * 2);
      expect(hospital).toBeGreaterThan(centre! * 2);
    }
    for (const clinic of clinics) {
      const count = villageOf(skeleton, clinic).people;
      // One visit in two months for each person of the village, who are not the only patients.
      expect(Number(clinic.properties!['patients'])).toBeLessThanOrEqual(count / 2);
    }
  });

  it('treat malaria first, as in all six countries, and snake bites rarely', () => {
    const reasons = of('health').map(({ admission_reasons: all }) => all as string[]);
    expect(reasons.every(([first]) => first === 'malaria')).toBe(true);
    const bites = reasons.filter((all) => all.includes('snake_bites'));
    expect(bites.length / reasons.length).toBeLessThan(0.2);
  });
});

describe('schools', () => {
  const levels = (level: string): readonly Attributes[] =>
    of('education').filter((school) => school['level'] === level && school['village'] !== null);

  it('have a class for each year and enough teachers, if they are secondary', () => {
    expect(levels('secondary_school').length).toBeGreaterThan(100);
    for (const { students, teachers, classes } of levels('secondary_school')) {
      // The first cycle of the secondary school has four years.
      expect(classes).toBeGreaterThanOrEqual(4);
      expect(teachers).toBeGreaterThanOrEqual(5);
      expect(students).toBeGreaterThan(100);
    }
  });

  it('are built of cement more often where they are secondary, and never open there', () => {
    const share = (schools: readonly Attributes[]): number =>
      schools.filter((school) => school['building_type'] === 'cement_block').length /
      schools.length;
    expect(share(levels('secondary_school'))).toBeGreaterThan(2 * share(levels('primary_school')));
    for (const { building_type: walls } of levels('secondary_school'))
      expect(['open_shelter', 'wattle_and_daub']).not.toContain(walls);
  });

  it('do not lack the textbooks that they have', () => {
    for (const { qualities, school_difficulties: lacks } of of('education'))
      if ((qualities as string[]).includes('textbooks_for_every_class'))
        expect(lacks).not.toContain('no_textbooks');
  });
});

describe('villages', () => {
  const people = ({ total_population: count }: Attributes): number => Number(count ?? NaN);

  it('of fewer than 200 people have no three quarters, large ones no single one', () => {
    for (const village of of('villages')) {
      if (people(village) < 200)
        expect(String(village['composition'])).not.toMatch(/quarters|camp/);
      if (people(village) > 1200)
        expect(String(village['composition'])).not.toMatch(/one_quarter|compounds/);
    }
  });

  it('have generators only where they have electricity, which few hamlets have', () => {
    for (const { electricity, lighting } of of('villages'))
      if (electricity !== undefined)
        expect((lighting as string[]).includes('generator')).toBe(electricity);
    const hamlets = of('villages').filter((village) => people(village) < 200);
    const lit = hamlets.filter(({ electricity }) => electricity === true);
    // A line or a shared generator comes to the smallest places last.
    expect(lit.length / hamlets.length).toBeLessThan(0.05);
  });

  it('speak the language of each of their peoples, then one of trade or school', () => {
    for (const { ethnic_groups: groups, languages_spoken: spoken } of of('villages')) {
      const letters = (spoken as string[]).filter((language) => language.length === 1);
      expect(letters).toEqual(groups);
      expect((spoken as string[]).length).toBeGreaterThan(letters.length);
    }
  });

  it('share a people with most of their neighbours', () => {
    const near = createNearest(0.1, places);
    const groups = of('villages').map(({ ethnic_groups: all }) => all as string[]);
    const shared = places.flatMap((place, i) =>
      near
        .within(place, 15)
        .flatMap(({ index }) =>
          index > i ? [groups[i]!.some((group) => groups[index]!.includes(group))] : [],
        ),
    );
    expect(shared.filter(Boolean).length / shared.length).toBeGreaterThan(0.9);
  });

  it('speak Sango in the Central African Republic only, and Spanish in Equatorial Guinea', () => {
    const { villages } = skeleton;
    const countriesOf = (language: string): Set<string> =>
      new Set(
        of('villages').flatMap(({ languages_spoken: spoken }, i) =>
          (spoken as string[]).includes(language) ? [villages[i]!.country] : [],
        ),
      );
    expect(countriesOf('sango')).toEqual(new Set(['caf']));
    expect(countriesOf('spanish')).toEqual(new Set(['gnq']));
    expect(countriesOf('swahili')).toEqual(new Set(['cod']));
  });

  it('are as well off as their neighbours: roofs, water and perceived poverty', () => {
    const near = createNearest(0.2, places);
    const values: Readonly<Record<string, (village: Attributes) => number>> = {
      roofing: (village) => Number(village['roofing'] === 'palm_thatch'),
      clean_water_source: (village) => Number(village['clean_water_source'] ?? false),
      poverty_perception: (village) => Number(village['poverty_perception'] ?? 2.5),
    };
    const pairs = places.flatMap((place, i) =>
      near.within(place, 6).flatMap(({ index }) => (index > i ? [[i, index] as const] : [])),
    );
    for (const [key, valueOf] of Object.entries(values)) {
      const moran = moranOf(of('villages').map(valueOf), pairs);
      expect(moran, key).toBeGreaterThan(0.1);
      expect(moran, key).toBeLessThan(0.8);
    }
  });

  it('are far from the clinic where they say so, but for one in ten', () => {
    const near = createNearest(
      0.1,
      allClinics.map(({ geometry }) => (geometry as Point).coordinates as unknown as Place),
    );
    const share = (from: number, to: number): number => {
      const some = of('villages').filter((_, i) => {
        const km = near.nearest(places[i]!, 60)?.km ?? 60;
        return km >= from && km < to;
      });
      const saying = some.filter(({ difficulties }) =>
        (difficulties as string[]).includes('far_from_the_clinic'),
      );
      return saying.length / some.length;
    };
    expect(share(0, 5)).toBeLessThan(0.15);
    expect(share(12, 61)).toBeGreaterThan(0.85);
  });

  it('are counted in fives and tens by some teams, which others do not', () => {
    const rounded = new Map<unknown, number[]>();
    const campaigns = surveyedVillages(skeleton);
    of('villages').forEach(({ total_population: count }, i) => {
      const team = teamOf(campaigns[i]!.campaign);
      if (count !== null)
        rounded.set(team, [...(rounded.get(team) ?? []), Number(Number(count) % 5 === 0)]);
    });
    const shares = [...rounded.values()].map(meanOf);
    expect(shares.length).toBe(7);
    expect(Math.max(...shares)).toBeGreaterThan(0.7);
    expect(Math.min(...shares)).toBeLessThan(0.35);
  });

  it('fish only near water', () => {
    const { villages } = skeleton;
    const dry = of('villages').filter((_, i) => villages[i]!.toWater > 4);
    expect(dry.length).toBeGreaterThan(50);
    for (const { main_activities: all } of dry) expect(all).not.toContain('fishing');
  });
});
