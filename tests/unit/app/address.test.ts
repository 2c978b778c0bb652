import fc from 'fast-check';
import type { FieldFilter } from 'atlas-engine/runtime';
import { describe, expect, it } from 'vitest';
import {
  formatAddress,
  parseAddress,
  roundView,
  type AddressDefaults,
  type AddressState,
} from '../../../app/address/address.ts';
import { SEED_OF_THE_DAY } from '../../seed-of-the-day.ts';
import { NIGHTLY } from '../../size.ts';

const defaults: AddressDefaults = {
  baseLayer: 'paper',
  hillshade: false,
  groups: (project) =>
    project === 'delta'
      ? [{ id: 'rivers', visible: true, opacity: null }]
      : [
          { id: 'parks', visible: true, opacity: null },
          { id: 'roads', visible: true, opacity: null },
        ],
};

const home: AddressState = {
  project: null,
  lang: null,
  view: null,
  baseLayer: 'paper',
  hillshade: false,
  groups: defaults.groups(null),
  compare: null,
  near: null,
  area: null,
};

const id = fc.oneof(
  fc.constantFrom('parks', 'roads', 'rivers', 'delta-roads'),
  fc
    .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
    .filter((text) => text.isWellFormed()),
);
const view = fc
  .record({
    zoom: fc.double({ min: 0, max: 24, noNaN: true }),
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
  })
  .map(roundView);
const ends = fc.oneof(
  fc.tuple(fc.integer().map(String), fc.constantFrom('12.5', '1000')),
  fc.constant(['2020-01-31', '2024-12-01'] as const),
);
const test: fc.Arbitrary<Omit<FieldFilter, 'field'>> = fc.oneof(
  id.map((words) => ({ kind: 'words', words }) as const),
  id.map((value) => ({ kind: 'value', value }) as const),
  ends.map(([min, max]) => ({ kind: 'range', min, max }) as const),
  ends.map(([min]) => ({ kind: 'range', min }) as const),
  ends.map(([, max]) => ({ kind: 'range', max }) as const),
);
const filters = fc.uniqueArray(
  fc.tuple(fc.oneof(fc.constant(''), id), test).map(([field, rest]) => ({ field, ...rest })),
  { selector: ({ field }) => field, minLength: 1, maxLength: 3 },
) as fc.Arbitrary<readonly FieldFilter[]>;
const group = fc.record(
  {
    id,
    visible: fc.boolean(),
    opacity: fc.option(fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100)),
    filters,
  },
  { requiredKeys: ['id', 'visible', 'opacity'] },
);
const to = fc.constantFrom(undefined, '~1', '~20');
const near = fc.oneof(
  fc.record({ at: view, to }).map(({ at: { lng, lat }, to }) => ({ lng, lat, to })),
  fc.record({
    dataset: fc.constantFrom('villages', 'logging-cmr'),
    id: fc.integer({ min: 1, max: 2 ** 31 }),
    to,
  }),
);
const area = fc.record(
  { dataset: fc.constantFrom('provinces', 'parks'), id: fc.integer({ min: 1 }).map(String) },
  { requiredKeys: ['id'] },
);
const state: fc.Arbitrary<AddressState> = fc.record({
  project: fc.option(fc.oneof(fc.constant('delta'), id)),
  lang: fc.option(fc.constantFrom('en', 'fr', 'pt-br')),
  view: fc.option(view),
  baseLayer: fc.oneof(fc.constant('paper'), id),
  hillshade: fc.boolean(),
  groups: fc.uniqueArray(group, { selector: (entry) => entry.id, maxLength: 8 }),
  compare: fc.option(
    fc.record({ kind: fc.constantFrom('base', 'without', 'unfiltered', 'pair'), id }),
  ),
  near: fc.option(near),
  area: fc.option(area),
});

describe('the address of a view', () => {
  it('parses to the same view', () => {
    const runs = NIGHTLY ? 20_000 : 400;
    fc.assert(
      fc.property(state, (before) => {
        expect(parseAddress(formatAddress(before, defaults), defaults)).toEqual(before);
      }),
      { seed: SEED_OF_THE_DAY, numRuns: runs },
    );
  });

  it('has the filters of a group in a readable form, and leaves out malformed ones', () => {
    const hash = '#layers=parks~40*name:~north%20bay*area:5..12.5*since:2020-01-31..*kind:=open';
    const parsed = parseAddress({ search: '', hash }, defaults);
    expect(parsed.groups).toEqual([
      {
        id: 'parks',
        visible: true,
        opacity: 0.4,
        filters: [
          { field: 'name', kind: 'words', words: 'north bay' },
          { field: 'area', kind: 'range', min: '5', max: '12.5' },
          { field: 'since', kind: 'range', min: '2020-01-31' },
          { field: 'kind', kind: 'value', value: 'open' },
        ],
      },
    ]);
    expect(formatAddress(parsed, defaults).hash).toBe(hash);
    for (const wrong of ['name:~', 'area:..', 'area:a..5', 'area:1..2..3', 'area', 'kind:=%E0%A4'])
      expect(parseAddress({ search: '', hash: `#layers=parks*${wrong}` }, defaults).groups).toEqual(
        [{ id: 'parks', visible: true, opacity: null }],
      );
  });

  it('omits defaults', () => {
    expect(formatAddress(home, defaults)).toEqual({ search: '', hash: '' });
  });

  it('omits the groups of a project, and is explicit about an empty list', () => {
    const chosen = { ...home, project: 'delta', groups: defaults.groups('delta') };
    expect(formatAddress(chosen, defaults)).toEqual({ search: '?project=delta', hash: '' });
    expect(formatAddress({ ...chosen, groups: [] }, defaults).hash).toBe('#layers=');
  });

  it('is readable', () => {
    expect(
      parseAddress(
        {
          search: '?lang=fr',
          hash: '#7.25/-2.1034/17.9412&base=dark&layers=rivers,!roads,parks~40',
        },
        defaults,
      ),
    ).toEqual({
      project: null,
      lang: 'fr',
      compare: null,
      near: null,
      area: null,
      view: { zoom: 7.25, lat: -2.1034, lng: 17.9412 },
      baseLayer: 'dark',
      hillshade: false,
      groups: [
        { id: 'rivers', visible: true, opacity: null },
        { id: 'roads', visible: false, opacity: null },
        { id: 'parks', visible: true, opacity: 0.4 },
      ],
    });
  });

  it('falls back to the default for malformed parts', () => {
    const odd = {
      search: '?project=',
      hash: '#99/1/2&base=%E0%A4&relief=7&x=1&=&layers=!!,a~999,a,~5',
    };
    expect(parseAddress(odd, defaults)).toEqual({
      ...home,
      groups: [{ id: 'a', visible: true, opacity: 1 }],
    });
  });

  it.each([
    ['#near=3.2/14.5', { lng: 14.5, lat: 3.2 }],
    ['#near=villages:7', { dataset: 'villages', id: 7 }],
    ['#near=91/14.5', null],
    ['#near=3.2', null],
    ['#near=villages:0', null],
    ['#near=villages:x', null],
    ['#near=/', null],
  ])('reads what the tool “What is near” is about in %s', (hash, near) => {
    expect(parseAddress({ search: '', hash }, defaults).near).toEqual(near);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (search, hash) => {
        parseAddress({ search, hash }, defaults);
      }),
      { seed: SEED_OF_THE_DAY, numRuns: 300 },
    );
  });
});
