/** Checks of the results of GetFeatureInfo, and of the values that a visitor may not see. */
import type { Polygon } from 'geojson';
import { expect } from 'vitest';
import { unpackToGeoJson } from '../../../server/geometry/index.ts';
import type { AtlasSnapshot, FeatureStyle, Rgba } from '../../../server/access/atlas-snapshot.ts';
import { languageOf } from '../../languages.ts';
import { createView, type View } from '../../../server/drawing/view.ts';
import type { Drawing } from '../../../server/routes/wms/open-layers.ts';
import type { DatasetStore, Raster, StoredFeature } from '../../../server/store/store.ts';
import type { DrawnStyle } from '../../../server/routes/wms/feature-style.ts';
import { madeStyle, markOf } from '../../contract/server/made-style.ts';
import type { Taker } from '../mutants/unnoticed.ts';

export type FindInfoModule = typeof import('../../../server/routes/wms/find-info.ts');

const RED: Rgba = [255, 0, 0, 255];

/** Only the class `spring` is drawn. */
const dot = markOf('point', RED, 4);
const kinds = (...drawn: readonly unknown[]): FeatureStyle =>
  madeStyle('point', { field: 'kind', of: (kind) => (drawn.includes(kind) ? dot : null) });
const springs = kinds('spring');
const plain = madeStyle('point', dot);

const feature = (id: number, properties: StoredFeature['properties']): StoredFeature => ({
  id,
  geometry: { type: 'Point', coordinates: [1, 1] },
  properties,
});
const FEATURES = [
  feature(1, { kind: 'spring', name: 'Low' }),
  feature(2, { kind: 'well', name: 'Deep', tags: ['a', 'b'] }),
  feature(3, { kind: null, name: 'Bare' }),
  feature(4, { kind: 'spring', name: 'High', number: 0 }),
];

const fieldOf = (name: string, label: object): object => ({
  type: name === 'tags' ? 'list' : 'text',
  label,
});

/** Returns a drawing of a dataset for a visitor who may see these fields. */
function drawing(
  style: DrawnStyle,
  fields: readonly string[],
  more: { readonly dataset?: string; readonly title?: object; readonly labels?: object } = {},
): Drawing {
  const { dataset = 'wells', title = { en: 'Wells', fr: 'Puits' }, labels = {} } = more;
  return {
    cut: { dataset, fields },
    title,
    dataset: {
      fields: new Map(Object.entries(labels).map(([name, label]) => [name, fieldOf(name, label)])),
    },
    look: { style },
  } as unknown as Drawing;
}

const HEAT: Raster = {
  bounds: [0, 0, 2, 2],
  width: 2,
  height: 2,
  values: Uint8Array.from([10, 20, 30, 255]),
};

/** Returns the features with the fields of the query; records the queries. */
class PointStore {
  readonly asked: Parameters<DatasetStore['intersects']>[0][] = [];
  cells: Raster | null = HEAT;

  async intersects(request: Parameters<DatasetStore['intersects']>[0]) {
    this.asked.push(request);
    return FEATURES.map(({ properties, ...one }) => ({
      ...one,
      properties: Object.fromEntries(
        Object.entries(properties).filter(([name]) => request.fields.includes(name)),
      ),
    }));
  }

  async raster() {
    return this.cells;
  }
}

const square = (box: readonly [number, number, number, number], pixels = 20): View =>
  createView({ crs: 'EPSG:4326', box, width: pixels, height: pixels });

interface Asked {
  readonly store?: PointStore;
  readonly count?: number;
  readonly locale?: string;
  readonly view?: View;
  readonly point?: readonly [number, number];
}

/** Registers the checks of GetFeatureInfo at a point. */
export function checkFindInfo({ findInfo }: FindInfoModule, { describe, it }: Taker): void {
  const snapshot = {
    datasets: new Map([['demos', { demo: true }]]),
    words: { en: languageOf('en').words },
  } as unknown as AtlasSnapshot;
  const find = (drawings: readonly Drawing[], asked: Asked = {}) =>
    findInfo((asked.store ?? new PointStore()) as unknown as DatasetStore, drawings, {
      layer: 'water',
      view: asked.view ?? square([0, 0, 2, 2]),
      point: asked.point ?? [10, 10],
      count: asked.count ?? 10,
      locale: asked.locale ?? 'en',
      snapshot,
    });
  const idsOf = async (drawings: readonly Drawing[], asked?: Asked) =>
    (await find(drawings, asked)).map(({ feature: found }) => (found as { id: string }).id);

  describe('features at a point', () => {
    it('are those that are drawn, for a visitor who may see the field of their colours', async () => {
      expect(await idsOf([drawing(springs, ['kind', 'name'])])).toEqual(['wells.4', 'wells.1']);
      const missing = kinds('spring', null);
      expect(await idsOf([drawing(missing, ['kind'])])).toEqual(['wells.4', 'wells.3', 'wells.1']);
    });

    it('are all of them for other visitors, who see them in one colour', async () => {
      // Leaving some out would reveal the class of the others.
      const all = ['wells.4', 'wells.3', 'wells.2', 'wells.1'];
      expect(await idsOf([drawing(springs, ['name'])])).toEqual(all);
      expect(await idsOf([drawing(springs, [])])).toEqual(all);
      expect(await idsOf([drawing(plain, [])])).toEqual(all);
      expect(await idsOf([drawing(madeStyle('point', null), [])])).toEqual([]);
    });

    it('have the values that the visitor may see, without empty ones', async () => {
      const labels = { name: { en: 'Name', fr: 'Nom' }, tags: { en: 'Tags' } };
      const open = drawing(plain, ['name', 'tags', 'number'], { labels });
      const [fourth, , second] = await find([open]);
      expect(fourth!.rows).toEqual([
        ['Name', 'High'],
        ['number', '0'],
      ]);
      expect(second!.rows).toEqual([
        ['Name', 'Deep'],
        ['Tags', 'A; b'],
      ]);
      expect(second!.feature).toEqual({
        type: 'Feature',
        id: 'wells.2',
        layer: 'water',
        properties: { name: 'Deep', tags: ['a', 'b'] },
        geometry: { type: 'Point', coordinates: [1, 1] },
      });
      const [french] = await find([open], { locale: 'fr', count: 1 });
      expect(french!.rows[0]).toEqual(['Nom', 'High']);
    });

    it('have the title of the dataset in the language, and the name of the layer', async () => {
      const titleIn = async (locale: string) => {
        const [first] = await find([drawing(plain, [])], { locale });
        return [first!.title, first!.layer];
      };
      expect(await titleIn('en')).toEqual(['Wells', 'water']);
      expect(await titleIn('fr')).toEqual(['Puits', 'water']);
    });

    it('say that they are a demonstration', async () => {
      const [found] = await find([drawing(plain, [], { dataset: 'demos' })]);
      expect(found!.feature).toMatchObject({ id: 'demos.4', demo: true });
    });
  });

  describe('the requested number of features', () => {
    it('contains the topmost, those drawn last first', async () => {
      const both = [drawing(plain, [], { dataset: 'low' }), drawing(plain, [], { dataset: 'top' })];
      expect(await idsOf(both, { count: 2 })).toEqual(['top.4', 'top.3']);
      expect(await idsOf(both, { count: 5 })).toEqual([
        'top.4',
        'top.3',
        'top.2',
        'top.1',
        'low.4',
      ]);
    });

    it('ends the search before lower layers', async () => {
      const store = new PointStore();
      const both = [drawing(plain, [], { dataset: 'low' }), drawing(plain, [], { dataset: 'top' })];
      await find(both, { store, count: 4 });
      expect(store.asked.map(({ dataset }) => dataset)).toEqual(['top']);
      await find(both, { store, count: 5 });
      expect(store.asked.map(({ dataset }) => dataset)).toEqual(['top', 'top', 'low']);
      store.asked.length = 0;
      await find([drawing(plain, [], { dataset: 'lowest' }), ...both], { store, count: 5 });
      expect(store.asked.map(({ dataset }) => dataset)).toEqual(['top', 'low']);
    });
  });

  describe('the query to the store', () => {
    const reachOf = async (style: FeatureStyle, asked: Asked = {}) => {
      const store = new PointStore();
      await find([drawing(style, ['name'])], { ...asked, store });
      const [question] = store.asked;
      if (!question) return null;
      const { geometry, ...rest } = question;
      expect(rest).toEqual({ dataset: 'wells', fields: ['name'], limit: 1_000, timeout: 5_000 });
      const polygon = unpackToGeoJson(geometry.packed) as Polygon;
      const [ring] = polygon.coordinates;
      const [[west, south], , [east, north]] = ring as unknown as [number[], 0, number[], 0];
      expect([polygon.type, ring]).toEqual([
        'Polygon',
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ],
      ]);
      return [west, south, east, north].map((degrees) => Math.round(degrees! * 1e7) / 1e7);
    };

    it('has a square of the size of a point, or half a line, and two pixels more', async () => {
      // A pixel is a tenth of a degree; its centre is at 1.05, 0.95.
      expect(await reachOf(plain)).toEqual([0.45, 0.35, 1.65, 1.55]);
      expect(await reachOf(madeStyle('line', markOf('line', RED, 4)))).toEqual([
        0.65, 0.55, 1.45, 1.35,
      ]);
    });

    it('is never smaller than the precision of the store', async () => {
      const view = square([1, 1, 1.0000002, 1.0000002]);
      expect(await reachOf(plain, { view })).toEqual([0.9999999, 0.9999999, 1.0000003, 1.0000003]);
    });

    it('is limited to the world, and is not sent beyond it', async () => {
      expect(await reachOf(plain, { view: square([-181, -91, -179, -89]) })).toEqual([
        -180, -90, -179.35, -89.45,
      ]);
      expect(await reachOf(plain, { view: square([179, 89, 181, 91]) })).toEqual([
        179.45, 89.35, 180, 90,
      ]);
      for (const box of [
        [-202, 0, -200, 2],
        [200, 0, 202, 2],
        [0, -102, 2, -100],
        [0, 100, 2, 102],
      ] as const)
        expect(await reachOf(plain, { view: square(box) })).toBeNull();
      expect(await find([drawing(plain, [])], { view: square([200, 0, 202, 2]) })).toEqual([]);
    });
  });

  describe('a cell of a raster', () => {
    const heat = (more: object = {}, title: object = { en: 'Heat', fr: 'Chaleur' }) =>
      drawing(
        { kind: 'raster', labels: new Map(), unit: null, ...more } as unknown as DrawnStyle,
        [],
        {
          title,
        },
      );
    const cell = async (one: Drawing, asked: Asked = {}) => {
      const found = await find([one], { point: [5, 5], ...asked });
      return found.map(({ title, rows, feature: { ...geojson } }) => ({ title, rows, geojson }));
    };

    it('has a value, with its unit', async () => {
      expect(await cell(heat({ unit: { en: '°C' } }))).toEqual([
        {
          title: 'Heat',
          rows: [['Heat', '10\u00a0°C']],
          geojson: {
            type: 'Feature',
            layer: 'water',
            properties: { value: 10, unit: '°C' },
            geometry: { type: 'Point', coordinates: [0.55, 1.45] },
          },
        },
      ]);
      const [plainCell] = await cell(heat());
      expect(plainCell!.rows).toEqual([['Heat', '10']]);
      expect(Object.keys((plainCell!.geojson as { properties: object }).properties)).toEqual([
        'value',
      ]);
      expect((await cell(heat({ unit: {} })))[0]!.rows).toEqual([['Heat', '10']]);
    });

    it('has the value that its pixel means', async () => {
      const pixels = { scale: 20, offset: 1000 };
      const labels = new Map([[11, { en: 'Wet' }]]);
      const [found] = await cell(heat({ pixels, labels, unit: { en: 'mm' } }));
      expect([found!.rows, found!.geojson]).toMatchObject([
        [['Heat', '1,200\u00a0mm']],
        { properties: { value: 1200, unit: 'mm' } },
      ]);
    });

    it('has a label where its value is a class', async () => {
      const labels = new Map([[10, { en: 'Cold' }]]);
      const [found] = await cell(heat({ labels }));
      expect([found!.rows, found!.geojson]).toMatchObject([
        [['Heat', 'Cold']],
        { properties: { value: 10, label: 'Cold' } },
      ]);
      const [french] = await cell(heat({ labels }), { locale: 'fr' });
      expect([french!.title, french!.rows]).toEqual(['Chaleur', [['Chaleur', '10']]]);
    });

    it('gives nothing without data, or outside', async () => {
      expect(await cell(heat(), { point: [15, 15] })).toEqual([]);
      expect(await cell(heat(), { view: square([5, 5, 7, 7]) })).toEqual([]);
    });

    it('that cannot be read is an error with the advice to try again', async () => {
      const store = new PointStore();
      store.cells = null;
      const error = await find([heat()], { store }).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ id: 'unavailable', status: 503 });
    });
  });
}
