import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServedAtlas } from '../../browser/serve-atlas.ts';
import {
  CONFIG_PATHS,
  saidBy,
  serveConfig,
  untilTaken,
  writeConfig,
  type ConfigPath,
  type Content,
} from './config-on-disk.ts';
import { OPERATIONS, type OperationName } from './folder-operations.ts';
import { SEED_OF_THE_DAY } from '../../seed-of-the-day.ts';
import { NIGHTLY } from '../../size.ts';

const SEQUENCES = NIGHTLY ? 50 : 1;
const LENGTH = 20;

interface Step {
  readonly name: OperationName;
  readonly path: ConfigPath;
  readonly permission: Content['permission'];
  readonly broken: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  name: fc.constantFrom(...(Object.keys(OPERATIONS) as OperationName[])),
  path: fc.constantFrom(...CONFIG_PATHS),
  permission: fc.constantFrom('anyone', 'keeper'),
  // One in five, so that most states are valid.
  broken: fc.nat(4).map((number) => number === 0),
});

describe(`${SEQUENCES} sequences of ${LENGTH} operations on the folder of the configuration`, () => {
  const base = mkdtempSync(join(tmpdir(), 'atlas-any-order-'));
  const config = join(base, 'config');
  let served: ServedAtlas;
  let places = 0;
  let number = 0;
  const content = (of: Pick<Content, 'permission' | 'broken'>): Content => ({
    title: ++number,
    pier: number,
    ...of,
  });

  beforeAll(async () => {
    writeConfig(config, content({ permission: 'anyone' }));
    served = await serveConfig(config, join(base, 'data'));
  });
  afterAll(async () => {
    await served?.stop();
    rmSync(base, { recursive: true, force: true });
  });

  it('are each served within 10 s, or `/health` gives the reason', async () => {
    const place = { config, aside: () => join(base, `aside-${places++}`) };
    const states = new Set<string>();
    const take = async ({ name, path, permission, broken }: Step): Promise<void> => {
      OPERATIONS[name](place, content({ permission, broken }), path);
      await untilTaken(served, config);
      states.add(saidBy(config).replaceAll(/\d/g, ''));
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: LENGTH, maxLength: LENGTH }), async (steps) => {
        for (const one of steps) await take(one);
        await take({
          name: 'write everything',
          path: 'atlas.yaml',
          permission: 'anyone',
          broken: false,
        });
      }),
      // A sequence cannot be shrunk, because the state of the server has changed.
      { seed: SEED_OF_THE_DAY, numRuns: SEQUENCES, endOnFailure: true },
    );
    expect([...states]).toEqual(
      expect.arrayContaining(['Atlas , Pier ', 'Atlas , hidden', 'errors', 'gone']),
    );
  }, 3_600_000);
});
