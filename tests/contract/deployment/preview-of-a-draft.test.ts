import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { preview } from '../../../cli/verbs/preview.ts';
import type { RunningServer } from '../../../server/serving/start-server.ts';
import { serveAtlas, type ServedAtlas } from '../../browser/serve-atlas.ts';

const ISLES = fileURLToPath(new URL('../../atlases/isles', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'atlas-draft-'));
const draft = join(root, 'draft');

let published: ServedAtlas;
let server: RunningServer;
const printed: string[] = [];
const io = (env: Record<string, string>) => ({
  out: (line: string) => void printed.push(line),
  err: (line: string) => void printed.push(line),
  env,
  color: false,
});

beforeAll(async () => {
  cpSync(ISLES, draft, { recursive: true });
  const file = join(draft, 'atlas.yaml');
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(/^title:.*$/m, 'title: { all: Draft isles }'),
  );
  published = await serveAtlas({ config: ISLES, dataDir: join(root, 'data') });
  const env = {
    ATLAS_DATA_DIR: join(root, 'data'),
    DATABASE_URL: 'postgres://nowhere.invalid/atlas',
  };
  server = (await preview({ config: ISLES, version: draft }, io(env)))!;
});
afterAll(async () => {
  await server?.stop();
  await published?.stop();
  rmSync(root, { recursive: true, force: true });
});

const page = async (url: string): Promise<string> => (await fetch(url)).text();

describe('the preview of a draft', () => {
  it('has an address and a store of its own, and is marked as a draft', async () => {
    expect(server.url).not.toBe(published.url);
    expect(await page(server.url)).toContain('Draft isles');
    expect(await page(server.url)).toContain('This is a draft for review.');
    expect(printed[0]).toBe(`A draft of \`${draft}\`, with a store of its own.`);
  });

  it('changes neither the running atlas nor the folder of the draft', async () => {
    expect(await page(published.url)).not.toContain('raft');
    expect(existsSync(join(draft, 'notice-of-the-preview.yaml'))).toBe(false);
  });

  it('gives nobody more than their level, as the running atlas', async () => {
    const answers = await Promise.all(
      [server.url, published.url].map((url) =>
        fetch(`${url}/api/geodata/geojson/no-such-dataset/`),
      ),
    );
    expect(answers[0]!.status).toBe(answers[1]!.status);
  });

  it('returns nothing for a version with errors, which it prints', async () => {
    const broken = join(root, 'broken');
    cpSync(ISLES, broken, { recursive: true });
    writeFileSync(join(broken, 'more.yaml'), 'groups: [{ id: 1 }]\n');
    const before = printed.length;
    expect(await preview({ config: ISLES, version: broken }, io({}))).toBeNull();
    expect(printed.slice(before).join('\n')).toContain('more.yaml:1');
  });
});
