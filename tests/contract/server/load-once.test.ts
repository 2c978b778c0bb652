import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConfig } from '../../../host/config/open-config.ts';

/** Functions of the engine: two stages, and the parser of a file. */
const COUNTED = ['resolveReferences', 'checkSemantics', 'parseYaml'] as const;

const profiler = new Session();
let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'atlas-once-'));
  await cp('examples/small-atlas', join(dir, 'atlas'), { recursive: true });
  profiler.connect();
  await profiler.post('Profiler.enable');
  await profiler.post('Profiler.startPreciseCoverage', { callCount: true });
});
afterAll(() => {
  profiler.disconnect();
  rmSync(dir, { recursive: true, force: true });
});

/** Returns how often the functions were called since the last call, as the profiler counted. */
async function counts(): Promise<Readonly<Record<string, number>>> {
  const { result } = await profiler.post('Profiler.takePreciseCoverage');
  const functions = result.flatMap((script) => script.functions);
  return Object.fromEntries(
    COUNTED.map((name) => [
      name,
      functions
        .filter(({ functionName }) => functionName === name)
        .reduce((sum, { ranges }) => sum + ranges[0]!.count, 0),
    ]),
  );
}

/** Opens the atlas with its data. */
async function open() {
  await counts();
  const { atlas } = await openConfig(join(dir, 'atlas'), {
    env: { ATLAS_DATA_DIR: join(dir, 'store') },
    profile: true,
    report: () => undefined,
  });
  return { ok: atlas.ok, ...(await counts()) };
}

it.each([
  ['a file is added', 'classes: []\n', true],
  ['an error is added', 'clases: []\n', false],
])(
  'when %s, an atlas is resolved and checked once, and one file is parsed',
  async (_, text, ok) => {
    await open();
    writeFileSync(join(dir, 'atlas/added.yaml'), text);
    expect(await open()).toEqual({ ok, resolveReferences: 1, checkSemantics: 1, parseYaml: 1 });
  },
);
