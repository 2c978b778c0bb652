/**
 * The laws of thinned tiles in both stores. The whole of a tile are the ids in the tile of the same
 * store for a cut that is not thinned: without fields, and without limits.
 */
import { gzipSync } from 'node:zlib';
import type { Dataset, Feeds } from 'atlas-engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackToGeoJson } from '../../../server/geometry/pack-geojson.ts';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import type { Store } from '../../../server/store/open-store.ts';
import type { LoadReport } from '../../../server/store/store.ts';
import { SEED_OF_THE_DAY } from '../../seed-of-the-day.ts';
import { NIGHTLY } from '../../size.ts';
import { KINDS, randomFeatures, type ThinFeature } from '../../unit/server/load/thin-features.ts';
import { dataset, field, LEVELS, MEMBERS } from './datasets.ts';
import { decodeLayers, type DecodedFeature } from './decode-tile.ts';
import { TEST_STORES } from './stores.ts';
import { tilesOf } from './tiles-of.ts';

const COUNT = NIGHTLY ? 100_000 : 1_000;
const BUDGET = NIGHTLY ? 100_000 : 6_000;
const ZOOMS = { minzoom: 1, maxzoom: 5 };
const REGION = [-5, -25, 45, 25] as const;
const FIELDS = [
  field('name', 'text'),
  field('kind', 'text', { values: KINDS }),
  field('people', 'integer'),
  field('secret', 'text', { permission: MEMBERS }),
];
const OPEN = ['name', 'kind', 'people'];

function places(geometry: 'point' | 'line' | 'polygon', id: string = geometry): Dataset {
  const tiles = { name: id, aliases: [], ...ZOOMS, budget: BUDGET, keepBy: null };
  const labels = { kind: 'label-points', name: 'label-points', ...ZOOMS, minzoom: 4 } as const;
  return dataset(id, geometry, FIELDS, {
    feeds: { tiles } as unknown as Feeds,
    asks: KINDS.map((kind) => [{ field: 'kind', kind: 'equals', values: [kind] }]),
    derived: geometry === 'polygon' ? [labels] : [],
  });
}

function geojson(features: readonly ThinFeature[], secret?: string): unknown[] {
  return features.map(({ geometry, values: [name, kind, people, hidden] }) => ({
    type: 'Feature',
    geometry: unpackToGeoJson(geometry),
    properties: { name, kind, people, secret: secret ?? hidden },
  }));
}

/** A tile as visitors get it, and all features that are in it. */
interface Shown {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly bytes: Uint8Array;
  readonly ids: ReadonlySet<number>;
  readonly kinds: ReadonlySet<unknown>;
  readonly whole: readonly DecodedFeature[];
  readonly wholeBytes: number;
}

const EMPTY = new Uint8Array();

async function tilesIn(store: Store, id: string): Promise<Shown[]> {
  const kindOf = new Map<number, unknown>();
  const shown: Shown[] = [];
  // The deepest zoom first: it is whole, and tells the kinds.
  for (let z = ZOOMS.maxzoom; z >= ZOOMS.minzoom; z--)
    for (const { x, y } of tilesOf(z, REGION, Infinity)) {
      const read = async (fields: readonly string[]): Promise<Uint8Array> =>
        (await store.tile({ layer: 'l', cuts: [{ dataset: id, fields }], z, x, y })) ?? EMPTY;
      const bytes = await read(OPEN);
      const features = decodeLayers(bytes).find(({ name }) => name === 'l')?.features ?? [];
      for (const { id: one, properties } of features) kindOf.set(one, properties['kind']);
      const all = await read([]);
      const whole = decodeLayers(all).find(({ name }) => name === 'l')?.features ?? [];
      shown.push({
        z,
        x,
        y,
        bytes,
        whole,
        wholeBytes: all.length,
        ids: new Set(features.map((feature) => feature.id)),
        kinds: new Set(whole.map((feature) => kindOf.get(feature.id))),
      });
    }
  return shown;
}

for (const { name, missing, open } of TEST_STORES) {
  if (missing !== null) {
    it.skip(`the ${name} store: not tested, because ${missing}`);
    continue;
  }
  describe(`thinned tiles of the ${name} store`, () => {
    let store: Store;
    let close: () => Promise<void>;
    const reports = new Map<string, LoadReport>();
    const tiles = new Map<string, Shown[]>();
    const kinds = ['point', 'line', 'polygon'] as const;
    const load = async (of: Dataset, features: readonly unknown[]): Promise<LoadReport> =>
      loadDataset(of, { kind: 'features', digest: 'd', features }, LEVELS, store);

    beforeAll(async () => {
      ({ store, close } = await open());
      for (const kind of kinds) {
        const features = geojson(randomFeatures(kind, COUNT, SEED_OF_THE_DAY));
        reports.set(kind, await load(places(kind), features));
        tiles.set(kind, await tilesIn(store, kind));
      }
    }, 240_000);
    afterAll(() => close(), 60_000);

    it.each(kinds)('are smaller than their budget below the last zoom: %ss', (kind) => {
      const rest = tiles.get(kind)!.filter(({ z }) => z < ZOOMS.maxzoom);
      expect(rest.some(({ ids, whole }) => ids.size < whole.length)).toBe(true);
      // One feature of each kind is kept in any case.
      const most = Math.max(...rest.map(({ bytes }) => gzipSync(bytes).length));
      expect(most).toBeLessThan(BUDGET);
    });

    it.each(kinds)('have all features at the last zoom: %ss', (kind) => {
      for (const { z, ids, whole } of tiles.get(kind)!)
        if (z === ZOOMS.maxzoom) expect(ids.size).toBe(whole.length);
    });

    it.each(kinds)('show a feature in all tiles of a zoom or in none: %ss', (kind) => {
      for (let z = ZOOMS.minzoom; z < ZOOMS.maxzoom; z++) {
        const of = tiles.get(kind)!.filter((tile) => tile.z === z);
        const shown = new Set(of.flatMap(({ ids }) => [...ids]));
        for (const { ids, whole } of of)
          for (const { id } of whole) expect(ids.has(id)).toBe(shown.has(id));
      }
    });

    it.each(kinds)('show at deeper zooms what a zoom shows: %ss', (kind) => {
      const at = (z: number): Set<number> =>
        new Set(tiles.get(kind)!.flatMap((tile) => (tile.z === z ? [...tile.ids] : [])));
      for (let z = ZOOMS.minzoom; z < ZOOMS.maxzoom; z++)
        expect([...at(z)].filter((id) => !at(z + 1).has(id))).toEqual([]);
    });

    it.each(kinds)('are whole where all their features fit: %ss', (kind) => {
      // A feature is also hidden where it touches a full tile, here or at a deeper zoom.
      const hidden = new Set<number>();
      for (const { z, ids, whole, wholeBytes } of tiles.get(kind)!) {
        if (z === ZOOMS.maxzoom) continue;
        // The tile without attributes is far smaller than its budget, so that it fits with them.
        const fits = wholeBytes + whole.length * 40 < BUDGET;
        for (const { id } of whole) {
          if (!fits && !ids.has(id)) hidden.add(id);
          if (fits && !hidden.has(id)) hidden.add(-id);
        }
      }
      for (const { ids, whole, wholeBytes } of tiles.get(kind)!)
        for (const { id } of whole)
          if (wholeBytes + whole.length * 40 < BUDGET && !ids.has(id))
            expect(hidden.has(id)).toBe(true);
    });

    it.each(kinds)('have each kind that a tile has: %ss', (kind) => {
      const of = new Map<number, unknown>();
      for (const { z, bytes } of tiles.get(kind)!)
        if (z === ZOOMS.maxzoom)
          for (const { id, properties } of decodeLayers(bytes)[0]?.features ?? [])
            of.set(id, properties['kind']);
      for (const { ids, kinds: there, z, x, y } of tiles.get(kind)!)
        expect(new Set([...ids].map((id) => of.get(id))), `${z}/${x}/${y}`).toEqual(there);
    });

    it.each(kinds)('add up to the report of the load: %ss', (kind) => {
      const [open] = reports.get(kind)!.thinned!;
      expect(open!.levels).toEqual(['everyone']);
      for (const { zoom, shown } of open!.zooms) {
        const at = tiles.get(kind)!.filter(({ z }) => z === zoom);
        expect(new Set(at.flatMap(({ ids }) => [...ids])).size).toBe(shown);
        expect(new Set(at.flatMap(({ whole }) => whole.map(({ id }) => id))).size).toBe(COUNT);
      }
      expect(open!.zooms.find(({ zoom }) => zoom === open!.whole)?.shown ?? COUNT).toBe(COUNT);
    });

    it('have the derived geometries of the features that they show', () => {
      for (const { bytes, ids } of tiles.get('polygon')!) {
        const labels = decodeLayers(bytes).find((layer) => layer.name !== 'l')?.features ?? [];
        expect(labels.filter(({ id }) => !ids.has(id))).toEqual([]);
      }
    });

    it('are the same, byte for byte, for input in another order and other hidden values', async () => {
      const features = randomFeatures('polygon', COUNT, SEED_OF_THE_DAY).reverse();
      await load(places('polygon', 'again'), geojson(features, 'longer than before '.repeat(20)));
      const again = await tilesIn(store, 'again');
      expect(again.map(({ bytes }) => Buffer.from(bytes).toString('base64'))).toEqual(
        tiles.get('polygon')!.map(({ bytes }) => Buffer.from(bytes).toString('base64')),
      );
      const versions = async (id: string) => (await store.status(id))!.versions;
      // The version of an address follows from what the level sees.
      expect((await versions('again'))['everyone']).toBe((await versions('polygon'))['everyone']);
      expect((await versions('again'))['members']).not.toBe((await versions('polygon'))['members']);
    });

    it('are made again when the budget, or what is kept, changes', async () => {
      const of = places('point');
      const again = async (dataset_: Dataset) =>
        (await load(dataset_, geojson(randomFeatures('point', COUNT, SEED_OF_THE_DAY)))).unchanged;
      expect(await again(of)).toBe(true);
      expect(await again({ ...of, asks: [] })).toBeUndefined();
      const tiles_ = { ...of.feeds.tiles!, budget: BUDGET / 2 };
      expect(
        await again({ ...of, asks: [], feeds: { ...of.feeds, tiles: tiles_ } }),
      ).toBeUndefined();
    });
  });
}
