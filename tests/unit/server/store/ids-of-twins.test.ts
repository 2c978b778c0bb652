import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDataset } from '../../../../server/load/load-dataset.ts';
import { openStore, type Store } from '../../../../server/store/open-store.ts';
import {
  dataset,
  EVERYONE,
  field,
  LEVELS,
  MEMBERS,
  TRUSTED,
} from '../../../contract/store/datasets.ts';
import { SEED_OF_THE_DAY } from '../../../seed-of-the-day.ts';

let dataDir: string;
let store: Store;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'atlas-twins-'));
  store = await openStore({ dataDir, role: 'tool', workers: 1 });
});
afterAll(async () => {
  await store.close();
  rmSync(dataDir, { recursive: true });
});

/** The field of the highest level is declared first, so that the order of fields would reveal it. */
const FIELDS = [
  field('secret', 'text', { permission: TRUSTED }),
  field('number', 'integer', { permission: MEMBERS }),
  field('name', 'text', { permission: EVERYONE }),
];
const RANK_OF = new Map(FIELDS.map(({ name, permission }) => [name, permission.rank]));

interface Row {
  readonly place: number;
  readonly name: string | null;
  readonly number: number | null;
  readonly secret: string | null;
}

/** Few positions and few values, so that most features have an equal feature. */
const rows = fc.array(
  fc.record({
    place: fc.nat(1),
    name: fc.constantFrom(null, 'a', 'b'),
    number: fc.constantFrom(null, 1, 2),
    secret: fc.constantFrom(null, 'p', 'q', 'r'),
  }),
  { maxLength: 12 },
);

let digest = 0;

/** Loads the rows, and returns what each level receives. */
async function load(list: readonly Row[], key: string | null) {
  const twins = dataset('twins', 'point', FIELDS, { key });
  const features = list.map(({ place, ...properties }) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [place, 0] },
    properties,
  }));
  await loadDataset(twins, { kind: 'features', digest: `${digest++}`, features }, LEVELS, store);
  const { versions } = (await store.status('twins'))!;
  return Promise.all(
    LEVELS.map(async ({ id, rank }) => {
      const fields = FIELDS.filter(({ permission }) => permission.rank <= rank);
      const names = fields.map(({ name }) => name);
      const seen = await store.page({ dataset: 'twins', fields: names, limit: 100 });
      return { version: versions[id], seen };
    }),
  );
}

/** Moves the values above a rank by one row, so that only their assignment changes. */
function moved(list: readonly Row[], above: number): Row[] {
  return list.map((row, i) => {
    const other = list[(i + 1) % list.length]!;
    const names = (['name', 'number', 'secret'] as const).filter(
      (name) => RANK_OF.get(name)! > above,
    );
    return { ...row, ...Object.fromEntries(names.map((name) => [name, other[name]])) };
  });
}

describe('the data of a level with features that differ only at a higher level', () => {
  it.each([
    ['without a key', null],
    ['with a shared key', 'name'],
    ['with a key above the level', 'number'],
  ])('does not depend on values above the level: %s', async (_, key) => {
    const law = async (list: readonly Row[], donors: readonly Row[]): Promise<void> => {
      const received = await load(list, key);
      for (const { rank } of LEVELS.slice(0, -1)) {
        const permuted = await load(moved(list, rank), key);
        expect(permuted[rank]).toEqual(received[rank]);
        const replaced = list.map((row, i) => {
          const { secret = null, number = null } = donors[i % donors.length] ?? {};
          return { ...row, secret, ...(rank === 0 && { number }) };
        });
        expect((await load(replaced, key))[rank]).toEqual(received[rank]);
      }
    };
    await fc.assert(fc.asyncProperty(rows, rows, law), { seed: SEED_OF_THE_DAY, numRuns: 12 });
  });

  it('gives each level the values of its own twins', async () => {
    const twin = (number: number, secret: string): Row => ({ place: 0, name: 'a', number, secret });
    const [everyone, members] = await load([twin(1, 'p'), twin(2, 'q')], null);
    expect(everyone!.seen.map(({ properties }) => properties)).toEqual([
      { name: 'a' },
      { name: 'a' },
    ]);
    expect(members!.seen.map(({ properties }) => properties.number).sort()).toEqual([1, 2]);
  });
});
