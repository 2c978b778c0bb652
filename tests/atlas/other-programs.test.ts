/** Runs the examples of docs/other-programs.md in a shell, against a served atlas. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyShippedStore } from '../browser/shipped-copy.ts';
import { serveAtlas, type ServedAtlas } from '../browser/serve-atlas.ts';
import { GDAL } from '../external-programs.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = readFileSync(join(ROOT, 'docs/other-programs.md'), 'utf8');
const SITE = 'http://localhost:4000';
const EXAMPLES = [...PAGE.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, lines]) => lines!);
const NEEDS_GDAL = /^(?:ogr|gdal)/m;

const run = promisify(execFile);

describe('the page for other programs', () => {
  let folder: string;
  let atlas: ServedAtlas;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'atlas-programs-'));
    const dataDir = join(folder, 'store');
    copyShippedStore(dataDir);
    atlas = await serveAtlas({ config: join(ROOT, 'atlas.config'), dataDir });
  });
  afterAll(async () => {
    await atlas?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs the lines with the address replaced; stops at the first command that fails. */
  async function paste(lines: string): Promise<string> {
    const env = { ...process.env, NO_PROXY: '*', no_proxy: '*' };
    const script = lines.replaceAll(SITE, atlas.url);
    const { stdout, stderr } = await run('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: folder,
      env,
      maxBuffer: 2 ** 26,
    });
    return stdout + stderr;
  }

  it('has an example of every endpoint', () => {
    for (const call of ['/ogc', '/api/geodata/', '/api/mvt/', '/wms', '/api/search'])
      expect(EXAMPLES.some((lines) => lines.includes(`${SITE}${call}`))).toBe(true);
  });

  for (const [i, lines] of EXAMPLES.entries()) {
    const title = `example ${i + 1} works when it is pasted: ${lines.split('\n', 1)[0]!.slice(0, 90)}`;
    const canTry = !NEEDS_GDAL.test(lines) || GDAL.present;
    it.runIf(canTry)(canTry ? title : GDAL.title(title), async () => {
      const printed = await paste(lines);
      expect(printed.trim()).not.toBe('');
      expect(printed).not.toMatch(/FAILURE|Exception|Traceback|"features":\[\s*\]|"results":\[\]/);
      expect(printed).not.toMatch(/Feature Count: 0\b/);
    });
  }
});
