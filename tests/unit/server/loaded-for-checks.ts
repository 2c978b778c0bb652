/** Checks that data are not served under less strict rules than those they were loaded for. */
import { expect } from 'vitest';
import type { Access } from 'atlas-engine';
import type { AtlasSnapshot } from '../../../server/access/atlas-snapshot.ts';
import type { DatasetStatus, DatasetStore, LoadedFor } from '../../../server/store/store.ts';
import type { DataPart } from '../../../server/store/data-part.ts';
import type { Taker } from '../mutants/unnoticed.ts';

export type LoadedForModule = typeof import('../../../server/access/loaded-for.ts');

/** Wells are public except their owner; graves are for members. */
const access: Access = {
  levels: ['everyone', 'member', 'elder'],
  datasets: new Map(
    (['wells', 'graves'] as const).map((dataset, rank) => [
      dataset,
      {
        dataset,
        rank: { view: rank, analyse: rank, download: rank },
        whenDenied: 'lock',
        whole: 'view',
        fields: [
          { name: 'name', rank },
          { name: 'owner', rank: 1 },
        ],
      },
    ]),
  ),
  tiles: new Map(),
  geojson: new Map(),
  wms: new Map(),
  tools: new Map(),
  files: new Map(),
};
/** Wells without the old ones, and graves inside the bay. */
const parts = new Map<string, DataPart>([
  ['wells', { only: [{ field: 'old', kind: 'equals', values: [false] }], bounds: null, key: null }],
  ['graves', { only: [], bounds: [0, 0, 1, 1], key: 'number' }],
]);
const snapshot = { access, parts, excerpts: new Map() } as unknown as AtlasSnapshot;

const loaded = (dataset: string, loadedFor?: LoadedFor, part?: DataPart) => ({
  dataset,
  ...(loadedFor && { loadedFor }),
  ...(part && { part }),
});
const forView = (view: string | null): LoadedFor => ({ view, fields: {} });
const forOwner = (level: string): LoadedFor => ({ view: null, fields: { owner: level } });

interface Of {
  readonly dataset: string;
}

/** Answers with the name of the query; `loads` is called between a query and its answer. */
class AnsweringStore implements Pick<DatasetStore, 'close'> {
  readonly loadedFor = new Map<string, LoadedFor>();
  readonly parts = new Map<string, DataPart>();
  readonly searched: string[] = [];
  /** The ids under which data were read. */
  readonly read: string[] = [];
  /** The requests about them. */
  readonly asked: object[] = [];
  /** The layers of the tiles. */
  readonly layers: string[] = [];
  loads: () => void = () => undefined;
  closed = false;

  status = async (dataset: string) =>
    loaded(dataset, this.loadedFor.get(dataset), this.parts.get(dataset)) as DatasetStatus;
  readonly statuses = async () => [await this.status('wells')];
  readonly tile = ({ layer, cuts }: { readonly layer: string; readonly cuts: readonly Of[] }) => {
    this.layers.push(layer);
    return this.#answer('tile', ...cuts);
  };
  readonly feature = (of: Of) => this.#answer('feature', of);
  readonly shape = (of: Of) => this.#answer('shape', of);
  readonly list = (of: Of) => this.#answer('list', of);
  readonly page = (of: Of) => this.#answer('page', of);
  readonly shapes = (of: Of) => this.#answer('shapes', of);
  readonly intersects = (of: Of) => this.#answer('intersects', of);
  readonly count = (of: Of) => this.#answer('count', of);
  readonly analyse = (of: Of) => this.#answer('analyse', of);
  readonly near = (of: Of) => this.#answer('near', of);
  readonly overlaps = ({ of, dataset }: Of & { readonly of: Of }) =>
    this.#answer('overlaps', of, { dataset });
  readonly raster = (dataset: string) => this.#answer('raster', { dataset });
  readonly cells = (of: Of) => this.#answer('cells', of);
  readonly search = ({ cuts, words, limit }: Parameters<DatasetStore['search']>[0]) => {
    this.searched.push(`${cuts.map(({ dataset }) => dataset).join()} ${words.join()} ${limit}`);
    this.loads();
    return Promise.resolve(cuts.map(({ dataset }) => ({ dataset, id: 1 })));
  };
  readonly close = async () => {
    this.closed = true;
  };

  async #answer<T>(question: string, ...of: readonly Of[]): Promise<T> {
    this.read.push(...of.map(({ dataset }) => dataset));
    this.asked.push(...of);
    this.loads();
    return question as T;
  }
}

/** Returns every query about wells, with the fields that it reads. */
function questions(store: DatasetStore, fields: readonly string[]) {
  const cut = { dataset: 'wells', fields };
  const more = { limit: 1 } as never;
  return {
    tile: () => store.tile({ layer: 'wells', cuts: [cut], z: 0, x: 0, y: 0 }),
    feature: () => store.feature(cut, 1),
    shape: () => store.shape(cut, 1),
    page: () => store.page({ ...cut, limit: 1 }),
    list: () => store.list({ ...cut, limit: 1 }),
    shapes: () => store.shapes({ ...(more as object), ...cut } as never),
    intersects: () => store.intersects({ ...(more as object), ...cut } as never),
    near: () => store.near({ ...(more as object), ...cut } as never),
    overlaps: () =>
      store.overlaps({ ...(more as object), ...cut, of: { dataset: 'wells', id: 1 } } as never),
    ...(fields.length < 2 && {
      analyse: () =>
        store.analyse({
          ...(more as object),
          dataset: cut.dataset,
          field: fields[0] ?? null,
        } as never),
    }),
    ...(fields.length === 0 && {
      raster: () => store.raster('wells'),
      cells: () => store.cells({ ...(more as object), dataset: 'wells' } as never),
      count: () => store.count({ ...(more as object), dataset: 'wells' } as never),
    }),
  };
}

/** Registers the checks. */
export function checkLoadedFor(
  { isStricter, LoadedForStricter, storeUnder }: LoadedForModule,
  { describe, it }: Taker,
): void {
  const stricter = (
    dataset: string,
    loadedFor: LoadedFor | undefined,
    fields: readonly string[] = [],
  ): boolean => isStricter(loaded(dataset, loadedFor), access, fields);

  describe('data loaded for a level', () => {
    it('are stricter than any lower level, and no other', () => {
      const of = (dataset: string) =>
        [null, 'everyone', 'member', 'elder'].map((level) => stricter(dataset, forView(level)));
      expect(of('wells')).toEqual([false, false, true, true]);
      expect(of('graves')).toEqual([false, false, false, true]);
    });

    it('that the configuration no longer has are stricter than all of its levels', () => {
      expect(stricter('wells', forView('warden'))).toBe(true);
      expect(stricter('graves', forView('warden'))).toBe(true);
      expect(stricter('wells', forOwner('warden'), ['owner'])).toBe(true);
    });

    it('are stricter in a field only for those who read the field', () => {
      expect(stricter('wells', forOwner('elder'), ['name', 'owner'])).toBe(true);
      expect(stricter('wells', forOwner('elder'), ['name'])).toBe(false);
      expect(stricter('wells', forOwner('member'), ['owner'])).toBe(false);
      // The configuration does not read a field that it does not have.
      expect(stricter('wells', { view: null, fields: { gone: 'elder' } }, ['gone'])).toBe(false);
    });

    it('are not stricter when their levels or the dataset are unknown', () => {
      expect(stricter('wells', undefined)).toBe(false);
      expect(stricter('no-such', forView('elder'))).toBe(false);
      expect(isStricter(null, access, [])).toBe(false);
      expect(isStricter(undefined, access, [])).toBe(false);
    });
  });

  describe('a store with an access', () => {
    const open = () => {
      const store = new AnsweringStore();
      return { store, under: storeUnder(store as unknown as DatasetStore, snapshot, 'view') };
    };

    it('passes answers on when the data were loaded for the same levels', async () => {
      const { under } = open();
      for (const fields of [[], ['name'], ['owner']])
        for (const [name, ask] of Object.entries(questions(under, fields)))
          expect(await ask()).toBe(name);
      expect(await under.status('wells')).toEqual({ dataset: 'wells' });
      expect(await under.statuses()).toEqual([{ dataset: 'wells' }]);
    });

    it('refuses every answer from stricter data, even if they were loaded meanwhile', async () => {
      const cases = [
        [forView('elder'), []],
        [forView('elder'), ['name']],
        [forOwner('elder'), ['owner']],
      ] as const;
      for (const [loadedFor, fields] of cases)
        for (const when of ['before', 'meanwhile'] as const)
          for (const name of Object.keys(questions(open().under, fields))) {
            const { store, under } = open();
            const comes = () => void store.loadedFor.set('wells', loadedFor);
            if (when === 'before') comes();
            else store.loads = comes;
            const ask = questions(under, fields)[name as 'tile'];
            const error = await ask().then(
              () => `${name} was answered`,
              (reason: unknown) => reason,
            );
            expect(error).toBeInstanceOf(LoadedForStricter);
            expect(error).toMatchObject({
              name: 'LoadedForStricter',
              dataset: 'wells',
              message: expect.not.stringContaining('wells') as string,
            });
          }
    });

    it('refuses every answer from data with features that the configuration leaves out', async () => {
      for (const name of Object.keys(questions(open().under, []))) {
        const { store, under } = open();
        store.parts.set('wells', { only: [], bounds: null, key: null });
        await expect(questions(under, [])[name as 'tile']()).rejects.toThrow(LoadedForStricter);
        store.parts.set('wells', parts.get('wells')!);
        expect(await questions(under, [])[name as 'tile']()).toBe(name);
      }
    });

    it('answers by the fields that are not stricter', async () => {
      const { store, under } = open();
      store.loadedFor.set('wells', forOwner('elder'));
      for (const [name, ask] of Object.entries(questions(under, ['name'])))
        expect(await ask()).toBe(name);
      expect(await under.raster('wells')).toBe('raster');
    });

    it('searches without stricter data, and refuses those loaded meanwhile', async () => {
      const { store, under } = open();
      const cuts = ['wells', 'graves'].map((dataset) => ({ dataset, fields: ['name'] }));
      const search = () => under.search({ cuts, words: ['w'], limit: 1 });
      expect(await search()).toEqual([
        { dataset: 'wells', id: 1 },
        { dataset: 'graves', id: 1 },
      ]);
      store.loadedFor.set('graves', forView('elder'));
      expect(await search()).toEqual([{ dataset: 'wells', id: 1 }]);
      expect(store.searched).toEqual(['wells,graves w 1', 'wells w 1']);
      store.loads = () => void store.loadedFor.set('wells', forView('elder'));
      const error = await search().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(LoadedForStricter);
      store.searched.length = 0;
      expect(await search()).toEqual([]);
      expect(store.searched).toEqual([]);
    });

    it('reads the part of a dataset that grants open for a use', async () => {
      const store = new AnsweringStore();
      const excerpts = new Map([['wells', { view: 'wells@@1', download: 'wells@@2' }]]);
      const under = (use: Parameters<typeof storeUnder>[2]) =>
        storeUnder(store as unknown as DatasetStore, { ...snapshot, excerpts }, use);
      const readBy = async (use: Parameters<typeof storeUnder>[2]) => {
        store.read.length = 0;
        for (const ask of Object.values(questions(under(use), []))) await ask();
        return [...new Set(store.read)];
      };
      expect(await readBy('view')).toEqual(['wells@@1']);
      expect(await readBy('download')).toEqual(['wells@@2']);
      expect(await readBy('analyse')).toEqual(['wells']);
      expect(await readBy(() => 'download')).toEqual(['wells@@2']);
      expect(await under('view').status('wells')).toEqual({ dataset: 'wells' });
      const cuts = ['graves', 'wells'].map((dataset) => ({ dataset, fields: [] }));
      const hits = await under('view').search({ cuts, words: ['w'], limit: 1 });
      expect(store.searched).toEqual(['graves,wells@@1 w 1']);
      expect(hits).toEqual([
        { dataset: 'graves', id: 1 },
        { dataset: 'wells', id: 1 },
      ]);
      await under('view').page({ dataset: 'wells', fields: ['name'], limit: 7 });
      expect(store.asked.at(-1)).toEqual({ dataset: 'wells@@1', fields: ['name'], limit: 7 });
      expect(new Set(store.layers)).toEqual(new Set(['wells']));
      store.loadedFor.set('wells@@1', forView('elder'));
      const refused = under('view').page({ dataset: 'wells', fields: [], limit: 1 });
      await expect(refused).rejects.toBeInstanceOf(LoadedForStricter);
      expect(await readBy('download')).toEqual(['wells@@2']);
      store.status = async () => null as never;
      expect(await under('view').status('wells')).toBeNull();
    });

    it('refuses what overlaps a feature of stricter data, and reads the part of its dataset', async () => {
      const { store, under } = open();
      const ask = (from: DatasetStore) =>
        from.overlaps({
          dataset: 'wells',
          fields: [],
          of: { dataset: 'graves', id: 1 },
          limit: 1,
          timeout: 1,
        });
      expect(await ask(under)).toBe('overlaps');
      const excerpts = new Map([['graves', { view: 'graves@@1' }]]);
      await ask(storeUnder(store as unknown as DatasetStore, { ...snapshot, excerpts }, 'view'));
      expect(store.read).toEqual(['graves', 'wells', 'graves@@1', 'wells']);
      store.loadedFor.set('graves', forView('elder'));
      await expect(ask(under)).rejects.toMatchObject({ dataset: 'graves' });
    });

    it('closes the store', async () => {
      const { store, under } = open();
      await under.close();
      expect(store.closed).toBe(true);
    });
  });
}
