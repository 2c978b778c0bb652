import { describe, expect, it } from 'vitest';
import { findHere } from '../../../app/ui/search/find-here.ts';
import { openFound } from '../../../app/ui/search/open-found.ts';
import type { Found } from 'atlas-engine/http';
import { AtlasStore } from '../../../app/stores/atlas-store.ts';
import type { LocateFailure, Position } from '../../../app/net/ask-position.ts';
import { MeasureStore } from '../../../app/tools/measure/measure-store.ts';
import { SearchStore, type SearchResult } from '../../../app/stores/page/search-store.ts';
import { areaBelowLimit, formatArea, formatLength } from '../../../app/tools/common/format-size.ts';
import { measureShape } from '../../../app/tools/measure/measure-shape.ts';
import { fixtureIndex } from './fixture-bundle.ts';
import { FIRST_VISIT, fixtureNetwork } from './fixture-network.ts';

const open = ({ more = '', search = '' } = {}): AtlasStore =>
  new AtlasStore(fixtureIndex('en', more), {
    ...FIRST_VISIT,
    network: fixtureNetwork({ more }),
    address: { search, hash: '' },
  });

const said = ({ ui }: AtlasStore): string[] => ui.notices.map(({ text }) => text);

describe('the search box', () => {
  const results: SearchResult[] = ['a', 'b', 'c'].map((title) => ({
    kind: 'place',
    key: title,
    title,
    run: () => void chosen.push(title),
  }));
  const chosen: string[] = [];

  it('moves through its results in a circle', () => {
    const search = new SearchStore();
    search.setText('x');
    search.show(results, 'done');
    const places = ([1, 1, 1, 1, -1, -1] as const).map((by) => {
      search.move(by);
      return search.active;
    });
    expect(places).toEqual([0, 1, 2, 0, 2, 1]);
    search.show(results, 'done');
    search.move(-1);
    expect(search.active).toBe(2);
  });

  it('chooses the active result, or the first', () => {
    const search = new SearchStore();
    search.setText('x');
    search.show(results, 'done');
    search.choose();
    search.open();
    search.move(1);
    search.move(1);
    search.choose();
    expect(chosen).toEqual(['a', 'b']);
    expect([search.text, search.isOpen]).toEqual(['b', false]);
  });

  it('chooses the first result when it arrives, if Enter was pressed before', () => {
    const search = new SearchStore();
    const before = chosen.length;
    search.setText('x');
    search.choose();
    expect(chosen).toHaveLength(before);
    search.show(results, 'done');
    expect(chosen.slice(before)).toEqual(['a']);
    expect(search.isOpen).toBe(false);
  });

  it('leaves a similar name to the visitor, and forgets Enter when the text changes', () => {
    const search = new SearchStore();
    const before = chosen.length;
    search.setText('x');
    search.choose();
    search.show(results, 'similar');
    search.setText('y');
    search.choose();
    search.setText('yz');
    search.show(results, 'done');
    expect(chosen).toHaveLength(before);
    expect(search.isOpen).toBe(true);
  });

  it('stays open for a row that changes the list', () => {
    const search = new SearchStore();
    const scope = { dataset: 'villages', name: 'Villages', offset: 0 };
    const all: SearchResult = {
      kind: 'feature',
      key: 'all',
      title: 'Villages',
      lists: 'whole',
      run: () => search.list(scope),
    };
    search.setText('x');
    search.show([...results, all], 'done');
    search.choose(all);
    expect([search.text, search.isOpen, search.state, search.scope]).toEqual([
      'x',
      true,
      'loading',
      scope,
    ]);
    search.setText('xy');
    expect(search.scope).toBe(null);
  });

  it('forgets the results of an empty text', () => {
    const search = new SearchStore();
    search.setText('x');
    search.show(results, 'done');
    search.setText(' ');
    expect([search.isOpen, search.results, search.state]).toEqual([false, [], 'idle']);
  });
});

describe('a search without the server', () => {
  const places = [
    {
      title: 'Érindo-Ville',
      context: 'Coast',
      bounds: [3, 2, 3, 2],
      names: ['Érindo-Ville', 'Old Port'],
    },
  ] as const;
  const keywords = new Map([['harbours', 'mooring, shelter']]);
  const find = (text: string): string[] =>
    findHere(text, { bundles: open().bundles, keywords, places }).map(
      ({ kind, id }) => `${kind} ${id}`,
    );

  it.each([
    ['HARBOURS', ['group harbours']],
    ['ports', ['group harbours', 'place Érindo-Ville 3 2']],
    ['moorings', ['group harbours']],
    ['the shelter', ['group harbours']],
    ['old-delta', ['project delta']],
    ['erindo ville', ['place Érindo-Ville 3 2']],
    ['ville eri', ['place Érindo-Ville 3 2']],
    ['old', ['project delta', 'place Érindo-Ville 3 2']],
    ['zzz', []],
    [' - ', []],
  ])('finds “%s”', (text, expected) => {
    expect(find(text)).toEqual(expected);
  });
});

describe('a chosen result', () => {
  const found = (one: Pick<Found, 'kind' | 'id'> & Partial<Found>): Found => ({
    title: 'x',
    context: null,
    bbox: null,
    center: null,
    open: { groups: [] },
    ...one,
  });

  it('opens a project', async () => {
    const atlas = open();
    await openFound(atlas, found({ kind: 'project', id: 'delta' }));
    expect(atlas.projects.open?.id).toBe('delta');
  });

  it('shows the area of a place, and the surroundings of a point', async () => {
    const atlas = open();
    await openFound(atlas, found({ kind: 'place', id: 1, bbox: [1, 2, 3, 4], center: [2, 3] }));
    expect(atlas.map.request).toMatchObject({ area: { bounds: [1, 2, 3, 4] } });
    await openFound(atlas, found({ kind: 'place', id: 1, bbox: [2, 3, 2, 3], center: [2, 3] }));
    expect(atlas.map.request).toMatchObject({ area: { bounds: [1.9, 2.9, 2.1, 3.1] } });
  });

  it.each([
    [[2, 2], 'bay-harbours', 'harbours@bay'],
    [[7, 2], 'harbours', 'harbours'],
  ] as const)('selects an object at %j in the layer %s', async (center, group, dataset) => {
    const more =
      'projects: [{ id: bay, name: { all: Bay }, category: coast, extent: [1, 1, 4, 3], clip: [harbours], texts: [{ all: One }, { all: Two }, { all: Three }] }]';
    const atlas = open({ more, search: '?project=bay' });
    const results = { kind: 'feature', id: 7, dataset: 'harbours', center } as const;
    await openFound(atlas, found({ ...results, open: { groups: ['harbours'] } }));
    expect(atlas.feature.hit).toMatchObject({ group, dataset, id: '7' });
  });
});

describe('the position of the device', () => {
  const show = async (answer: Position | LocateFailure): Promise<AtlasStore> => {
    const atlas = open();
    await atlas.locate.show(() => Promise.resolve(answer));
    return atlas;
  };

  it.each(['denied', 'unavailable', 'timeout', 'insecure'] as const)(
    'is refused with its own message when it is %s',
    async (failure) => {
      const atlas = await show(failure);
      expect(said(atlas)).toEqual([`locate.${failure}`]);
      expect([atlas.locate.position, atlas.locate.asking]).toEqual([null, false]);
    },
  );

  it('moves the map inside the region only', async () => {
    const outside = await show({ place: [120, 50], accuracy: 10 });
    expect([said(outside), outside.map.request]).toEqual([['locate.outside'], null]);
    const [west, south, east, north] = fixtureIndex('en').region.bounds;
    const place = [(west + east) / 2, (south + north) / 2] as const;
    const inside = await show({ place, accuracy: 10 });
    expect(said(inside)).toEqual([]);
    expect(inside.locate.position).toEqual({ place, accuracy: 10 });
    expect(inside.map.request).not.toBeNull();
  });
});

describe('a measurement', () => {
  it('is geodesic: a degree of the meridian and of the equator', () => {
    const length = (to: readonly [number, number]): number =>
      measureShape([[0, 0], to], 'distance').length;
    expect(length([0, 1])).toBeCloseTo(110_574.389, 2);
    expect(length([1, 0])).toBeCloseTo(111_319.491, 2);
    expect(measureShape([[0, 0]], 'distance')).toEqual({ length: 0, area: null });
  });

  it('has the same area in both directions', () => {
    const corners = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ] as const;
    const { area, length } = measureShape(corners, 'area');
    expect(area).toBeCloseTo(12_308_778_361.469, 0);
    expect(length).toBeCloseTo(443_770.917, 2);
    expect(measureShape([...corners].reverse(), 'area').area).toBeCloseTo(area!, 3);
  });

  it('is written in the units and numbers of the language', () => {
    expect([999.4, 999.6, 1234, 123_456].map((metres) => formatLength(metres, 'en'))).toEqual([
      '999\u00A0m',
      '1\u00A0km',
      '1.23\u00A0km',
      '123.5\u00A0km',
    ]);
    expect(formatLength(12_345_678, 'fr')).toBe('12\u00A0346\u00A0km');
    expect(formatArea(77_646_000, 'fr')).toEqual(['7\u00A0765\u00A0ha', '77,65\u00A0km²']);
    expect(formatArea(1234, 'en')).toEqual(['0.123\u00A0ha', '0.001\u00A0km²']);
  });

  it('writes areas without decimals from 100 on, and never one below a limit as the limit', () => {
    expect(formatArea(127_539_400_000, 'fr')[1]).toBe('127\u00A0539\u00A0km²');
    expect(areaBelowLimit(127_539.4, 'fr')).toBe('127\u00A0539\u00A0km²');
    expect(areaBelowLimit(29_999.99, 'en')).toBe('29,999\u00A0km²');
    expect(areaBelowLimit(100.9, 'en')).toBe('100\u00A0km²');
    expect(areaBelowLimit(99.999, 'en')).toBe('99.99\u00A0km²');
  });

  it('ignores the second click of a double click, and begins anew after the end', () => {
    const measure = new MeasureStore();
    measure.add([1, 1]);
    measure.finish();
    expect(measure.finished).toBe(false);
    measure.add([2, 2]);
    measure.add([2, 2]);
    expect(measure.corners).toHaveLength(2);
    measure.finish();
    expect(measure.finished).toBe(true);
    measure.add([3, 3]);
    expect([measure.corners, measure.finished]).toEqual([[[3, 3]], false]);
    measure.undo();
    expect(measure.corners).toEqual([]);
  });
});
