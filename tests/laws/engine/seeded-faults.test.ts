import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openConfig, type OpenConfig } from '../../../host/config/open-config.ts';
import { copyShippedProfiles } from '../../browser/shipped-copy.ts';
import { FAULT_CLASSES } from './seeded/classes.ts';
import { judge, missesOf, shares, type Verdict } from './seeded/judge.ts';
import { seedFaults } from './seeded/seed-faults.ts';
import { NIGHTLY } from '../../size.ts';

const [FAULTS, SEEDS] = NIGHTLY ? [500, [2, 3, 4, 5]] : ([100, [1]] as const);

/**
 * Timeout in milliseconds; a run takes 10 to 60 s for 200 faults, depending on the load of the
 * machine.
 */
const PATIENCE = 600_000;

/**
 * Minimum share of faults with exactly one message, and of faults with a message at the fault
 * itself.
 */
const ENOUGH = 0.98;

let dataDir: string;
let shipped: OpenConfig;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'atlas-faults-'));
  copyShippedProfiles(dataDir);
  const env = { ATLAS_DATA_DIR: dataDir };
  shipped = await openConfig('atlas.config', { env, profile: true, report: () => undefined });
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

describe('a fault in the shipped atlas', () => {
  test('is made in an atlas without errors and warnings', () => {
    expect(shipped.atlas).toMatchObject({ ok: true, warnings: [] });
  });

  test('belongs to one of at least 25 classes', () => {
    expect(new Set(FAULT_CLASSES.map(({ name }) => name)).size).toBeGreaterThanOrEqual(25);
  });

  test.each(SEEDS)(
    `has one message, at the fault itself (${FAULTS} faults, seed %i)`,
    async (seed) => {
      const verdicts: Verdict[] = [];
      for (const fault of seedFaults(shipped.folder.files, FAULTS, seed))
        verdicts.push(await judge(fault, shipped));
      const { one, atFault } = shares(verdicts);
      const misses = missesOf(verdicts);
      expect(one, misses).toBeGreaterThanOrEqual(ENOUGH);
      expect(atFault, misses).toBeGreaterThanOrEqual(ENOUGH);
    },
    PATIENCE,
  );
});
