import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadAtlas, type ConfigFolder } from 'atlas-engine';
import { readConfigFolder } from '../../../server/config/read-config-folder.ts';
import { seededRandom } from '../../bench/geometry/polygons.ts';
import { serveAtlas, type ServedAtlas } from '../../browser/serve-atlas.ts';
import { NIGHTLY } from '../../size.ts';

const ISLES = fileURLToPath(new URL('../../atlases/isles', import.meta.url));
const WRITES = NIGHTLY ? 1_000 : 20;

/** The states of the two files: valid, with an error, or truncated as by a full disk. */
const KINDS = ['good', 'broken', 'truncated'] as const;

describe(`${WRITES} writes to the configuration, good, broken and truncated, during requests`, () => {
  let folder: string;
  let config: string;
  let served: ServedAtlas;
  let texts: { readonly atlas: string; readonly groups: string };
  let others: ConfigFolder;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'atlas-writes-'));
    config = join(folder, 'config');
    cpSync(ISLES, config, { recursive: true });
    texts = {
      atlas: readFileSync(join(config, 'atlas.yaml'), 'utf8'),
      groups: readFileSync(join(config, 'groups.yaml'), 'utf8'),
    };
    others = await readConfigFolder(config);
    write(numbered(0));
    served = await serveAtlas({ config, dataDir: join(folder, 'data') });
  });
  afterAll(async () => {
    await served.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Both files contain the number, so that a mixture of two states is visible. */
  const numbered = (k: number) => ({
    atlas: texts.atlas.replace('Atlas de las Islas Farol', `Atlas ${k}`),
    groups: texts.groups.replace('Faros', `Faros ${k}`),
  });
  const write = ({ atlas, groups }: { readonly atlas: string; readonly groups: string }): void => {
    writeFileSync(join(config, 'atlas.yaml'), atlas);
    writeFileSync(join(config, 'groups.yaml'), groups);
  };
  /** Returns whether a state is valid, without the folder, so that the next write does not wait. */
  const isValid = ({ atlas, groups }: { readonly atlas: string; readonly groups: string }) => {
    const written: Record<string, string> = { 'atlas.yaml': atlas, 'groups.yaml': groups };
    const files = others.files.map(({ path, text }) => ({ path, text: written[path] ?? text }));
    return loadAtlas({ ...others, files }).ok;
  };

  it('fail no request, are never served partially, and the last valid one is served in the end', async () => {
    const random = seededRandom(29);
    /** What a page shows of each valid state: its number in both files, if the group exists. */
    const valid = new Map([[0, '0' as string | undefined]]);
    const faults: string[] = [];
    const seen = new Set<number>();
    let asked = 0;
    let done = false;
    const visitor = async (): Promise<void> => {
      while (!done) {
        const answer = await fetch(`${served.url}/?lang=es`);
        const page = await answer.text();
        asked++;
        const title = /Atlas (\d+)/.exec(page)?.[1];
        const group = /Faros (\d+)/.exec(page)?.[1];
        if (answer.status !== 200) faults.push(`${answer.status} after ${asked} requests`);
        else if (!valid.has(Number(title))) faults.push(`${title} was never valid`);
        else if (valid.get(Number(title)) !== group) faults.push(`${title} with ${group}`);
        else seen.add(Number(title));
      }
    };
    const visitors = [visitor(), visitor()];
    let last = 0;
    for (let k = 1; k <= WRITES; k++) {
      const kind = k === WRITES ? 'good' : KINDS[Math.floor(random() * KINDS.length)]!;
      const { atlas, groups } = numbered(k);
      const cut = Math.floor(random() * groups.length);
      const written = {
        good: groups,
        broken: groups.replace('source:', 'sauce:'),
        truncated: groups.slice(0, cut),
      }[kind];
      write({ atlas, groups: written });
      // A file that is truncated after a group may be a valid atlas with fewer groups.
      if (isValid({ atlas, groups: written })) {
        valid.set(k, /Faros (\d+)/.exec(written)?.[1]);
        last = k;
      }
      await new Promise((resolve) => setTimeout(resolve, 50 + random() * 900));
    }
    await expect
      .poll(() => seen.has(last), { timeout: 20_000, message: 'the last good one is served' })
      .toBe(true);
    done = true;
    await Promise.all(visitors);
    expect(faults).toEqual([]);
    expect(asked).toBeGreaterThan(WRITES);
    expect(seen.size).toBeGreaterThan(2);
  }, 3_600_000);
});
