import type { Feature } from 'geojson';
import { beforeAll, describe, expect, it } from 'vitest';
import { generators } from '../../../demo/generators/index.ts';
import { rankCorrelation } from './checks.ts';
import { makeFeatures } from './made.ts';

type Attributes = Readonly<Record<string, unknown>>;

const layers = new Map<string, readonly Attributes[]>();
/** Returns the attributes of the layers whose names begin with a text. */
const of = (start: string): readonly Attributes[] =>
  [...layers].flatMap(([name, layer]) => (name.startsWith(start) ? layer : []));

beforeAll(async () => {
  const names = Object.keys(generators).filter((name) =>
    /^(mining|oil|logging-[cg]|protected|agro|community-forests|redd)/.test(name),
  );
  for (const name of names)
    layers.set(
      name,
      (await makeFeatures<Feature>(name)).map(({ properties }) => properties!),
    );
});

const yearOf = (date: unknown): number => Number(String(date).slice(0, 4));

describe('mining permits', () => {
  it('name minerals where they occur: copper and coltan in DR Congo, manganese in Gabon', () => {
    const countriesOf = (mineral: string): Set<string> =>
      new Set(
        of('mining').flatMap(({ permit_id: id, minerals }) =>
          (minerals as string[]).includes(mineral) ? [String(id).slice(3, 6)] : [],
        ),
      );
    for (const mineral of ['cuivre', 'cobalt', 'coltan', 'cassiterite'])
      expect(countriesOf(mineral), mineral).toEqual(new Set(['COD']));
    expect(countriesOf('manganese')).toEqual(new Set(['GAB']));
  });

  it('dig no iron or manganese in small mines, and share no number in a country', () => {
    for (const { permit_type: type, minerals } of of('mining'))
      if (type === 'petite_mine')
        expect((minerals as string[]).join(' ')).not.toMatch(/fer|manganese/);
    const numbers = of('mining').map(
      ({ permit_id: id, permit_no: number }) => `${String(id).slice(3, 6)} ${String(number)}`,
    );
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

describe('days', () => {
  const dated = (key: string): readonly Attributes[] =>
    of('').filter(
      (title) => typeof title[key] === 'string' && !String(title[key]).includes('1899'),
    );

  it('of decrees are weekdays, the last of a month too', () => {
    const days = ['granted', 'established', 'signed'].flatMap((key) =>
      dated(key).map((title) => String(title[key])),
    );
    expect(days.length).toBeGreaterThan(700);
    for (const day of days) expect([1, 2, 3, 4, 5], day).toContain(new Date(day).getUTCDay());
    expect(days.filter((day) => Number(day.slice(8)) > 28).length).toBeGreaterThan(30);
  });

  it('on which permits end are not all those on which they were granted', () => {
    const permits = of('mining').filter(({ granted, expires }) => granted && expires);
    const same = permits.filter(
      ({ granted, expires }) => String(granted).slice(5) === String(expires).slice(5),
    );
    expect(same.length / permits.length).toBeLessThan(0.4);
  });
});

describe('numbers and holders of mining permits', () => {
  it('rise with the date in each country', () => {
    for (const country of ['cmr', 'cod', 'caf', 'cog', 'gab']) {
      const pairs = of(`mining-${country}`).flatMap(
        ({ permit_no: number, granted }): [number, number][] =>
          granted ? [[Number(String(number).split(' ')[1]), Date.parse(String(granted))]] : [],
      );
      expect(rankCorrelation(pairs), country).toBeGreaterThan(0.8);
    }
  });

  it('are few large holders and many small ones', () => {
    const counts = new Map<unknown, number>();
    for (const { holder } of of('mining')) counts.set(holder, (counts.get(holder) ?? 0) + 1);
    const sorted = [...counts.values()].sort((one, other) => other - one);
    const all = of('mining').length;
    expect((sorted[0]! + sorted[1]!) / all).toBeGreaterThan(0.3);
    expect(sorted.length).toBeGreaterThan(15);
  });
});

describe('oil blocks', () => {
  it('produce at the coast only, for twenty years', () => {
    const producing = of('oil').filter(({ phase }) => phase === 'production');
    expect(producing.length).toBeGreaterThan(0);
    for (const { basin, granted, expires } of producing) {
      expect(basin).toBe('cotier');
      expect(yearOf(expires) - yearOf(granted)).toBe(20);
    }
    for (const { phase, granted, expires } of of('oil'))
      if (phase === 'exploration') expect(yearOf(expires) - yearOf(granted)).toBeLessThan(7);
  });
});

describe('logging units', () => {
  it('are certified only if their plan is in force, as all certificates ask', () => {
    const certified = of('logging').filter(
      ({ certificat }) => certificat === 'Certification obtenue',
    );
    expect(certified.length).toBeGreaterThan(20);
    for (const { m_plan_sta: plan } of certified)
      expect(plan).toMatch(/^(Aménagée?|amenge|Managed|valide|Rapports_validés|revise)$/);
  });
});

describe('areas of conservation', () => {
  it('of communities were declared from 1994 on, when the first forest law allowed them', () => {
    for (const { iucn_category: category, established } of of('protected'))
      if (category === 'VI' && established !== null)
        expect(yearOf(established)).toBeGreaterThanOrEqual(1994);
  });

  it('of REDD have names of their own, and stages that fit their years', () => {
    const names = of('redd').map(({ name_en: name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { started, stage } of of('redd')) {
      if (stage === 'preparation' && started !== undefined)
        expect(yearOf(started)).toBeGreaterThan(2018);
    }
  });
});

describe('plantations and community forests', () => {
  it('are not in development for more than fifteen years', () => {
    for (const { stage, granted } of of('agro'))
      if (stage === 'developpement' && granted !== null)
        expect(yearOf(granted)).toBeGreaterThan(2010);
  });

  it('are decided on one to three years after the application, not all on the same day', () => {
    const days = of('community-forests-cod').flatMap(({ application }) => {
      const { submitted, decided } = application as Readonly<Record<string, string>>;
      return decided === undefined ? [] : [[submitted!, decided] as const];
    });
    for (const [submitted, decided] of days) {
      expect(yearOf(decided) - yearOf(submitted)).toBeGreaterThanOrEqual(1);
      expect(yearOf(decided) - yearOf(submitted)).toBeLessThanOrEqual(3);
    }
    const alike = days.filter(([submitted, decided]) => submitted.slice(4) === decided.slice(4));
    expect(alike.length).toBeLessThan(days.length / 20);
  });
});
