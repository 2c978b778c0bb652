import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../unit/cli/run-command.ts';
import { writeGuardedAtlas, type GuardedAtlas } from './guarded-atlas.ts';
import { LEVELS, makeSecrets } from './secrets.ts';

const SECRETS = makeSecrets({ member: 1, warden: 1, elder: 1 });

/** The permission of the first dataset of a file. */
const DOWNLOAD = /"download":(\s*)"member"/;

let atlas: GuardedAtlas;
let folder: string;
let out: string;
let env: Record<string, string>;
let first: Awaited<ReturnType<typeof runCommand>>;

const build = () => runCommand(['build', '--config', atlas.configDir, '--out', out], env);

beforeAll(async () => {
  atlas = await writeGuardedAtlas(SECRETS);
  // Everyone may download the wells, though not the fields that are restricted.
  const wells = join(atlas.configDir, 'wells.yaml');
  writeFileSync(wells, readFileSync(wells, 'utf8').replace(DOWNLOAD, '"download":$1"everyone"'));
  folder = mkdtempSync(join(tmpdir(), 'atlas-site-'));
  out = join(folder, 'site');
  env = { ATLAS_DATA_DIR: join(folder, 'store') };
  first = await build();
}, 120_000);
afterAll(() => {
  for (const dir of [folder, atlas.configDir]) rmSync(dir, { recursive: true, force: true });
});

/** Returns the files of the site, by path. */
function filesOf(dir: string): ReadonlyMap<string, Buffer> {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => {
        const file = join(parentPath, name);
        return [file.slice(dir.length + 1), readFileSync(file)];
      }),
  );
}

/** Returns the bytes of a file as text, with all that is compressed in it. */
function textOf(bytes: Buffer): string {
  const texts = [bytes.toString('latin1'), bytes.toString('utf8')];
  const magic = Buffer.from([0x1f, 0x8b, 8]);
  for (let at = bytes.indexOf(magic); at >= 0; at = bytes.indexOf(magic, at + 1)) {
    try {
      texts.push(gunzipSync(bytes.subarray(at)).toString('utf8'));
    } catch {
      // Not the start of something compressed, or its end is in the next part.
    }
  }
  return texts.join('\n').toLowerCase();
}

describe('the files of a static site', { timeout: 60_000 }, () => {
  it('contain no restricted value and no hidden name', () => {
    expect(first.code, first.err).toBe(0);
    const secrets = [...LEVELS.flatMap((level) => SECRETS.given[level]), ...atlas.hiddenNames];
    expect(secrets.length).toBeGreaterThan(20);
    const files = filesOf(out);
    expect([...files.keys()]).toContain('atlas/tiles/wells.pmtiles');
    const found = [...files].flatMap(([path, bytes]) => {
      const text = `${path}\n${textOf(bytes)}`;
      return [...secrets, 'canary']
        .filter((secret) => text.includes(secret.toLowerCase()))
        .map((secret) => `${path}: ${secret}`);
    });
    expect(found).toEqual([]);
  });

  it('name only files of the site, by relative addresses', () => {
    const files = filesOf(out);
    const named = [...files].flatMap(([path, bytes]) => {
      if (path === 'atlas-site.json' || !/\.(?:json|html)$/.test(path)) return [];
      return [...String(bytes).matchAll(/"(\.?\/(?:atlas|api|assets|wms)\b[^"\\]*)"/g)].map(
        ([, address = '']) => address,
      );
    });
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((address) => address.startsWith('/'))).toEqual([]);
    const missing = named
      .map((address) => decodeURIComponent(address.slice(2).split('?')[0]!))
      .filter((path) => !files.has(path) && !path.endsWith('/'));
    expect(missing).toEqual([]);
  });

  it('are listed with their sizes, and what is published is recorded', () => {
    const { files: listed } = JSON.parse(readFileSync(join(out, 'atlas-site.json'), 'utf8')) as {
      files: Record<string, number>;
    };
    const sizes = [...filesOf(out)].map(([path, { length }]) => [path, length] as const);
    expect(listed).toEqual(
      Object.fromEntries(sizes.filter(([path]) => path !== 'atlas-site.json')),
    );
    const record = JSON.parse(readFileSync(join(atlas.configDir, 'published.json'), 'utf8')) as {
      tiles: object;
    };
    expect(Object.keys(record.tiles)).toContain('wells');
  });

  it('carry the policy of the server in the page', () => {
    const page = readFileSync(join(out, 'index.html'), 'utf8');
    const policy = /http-equiv="content-security-policy" content="([^"]*)"/.exec(page)?.[1];
    expect(policy).toContain('default-src &#39;none&#39;');
    expect(policy).not.toContain('frame-ancestors');
  });
});

describe('`atlas build`', { timeout: 60_000 }, () => {
  it('replaces a former build, and keeps it when the configuration has errors', async () => {
    const before = filesOf(out);
    expect(await build()).toMatchObject({ code: 0 });
    expect([...filesOf(out).keys()].sort()).toEqual([...before.keys()].sort());

    const wrong = join(atlas.configDir, 'wrong.yaml');
    writeFileSync(wrong, 'groups: [{ id: wrong }]\n');
    expect(await build()).toMatchObject({ code: 1 });
    rmSync(wrong);
    expect([...filesOf(out).keys()].sort()).toEqual([...before.keys()].sort());
    expect(readdirSync(folder).sort()).toEqual(['site', 'store']);
  });

  it('refuses a folder with files that it did not write', async () => {
    const other = join(out, 'CNAME');
    writeFileSync(other, 'atlas.example');
    expect(await build()).toMatchObject({ code: 2, err: expect.stringContaining('`CNAME`') });
    expect(existsSync(other)).toBe(true);
    rmSync(other);
    const list = join(out, 'atlas-site.json');
    const text = readFileSync(list);
    rmSync(list);
    expect(await build()).toMatchObject({ code: 2, err: expect.stringContaining('not empty') });
    writeFileSync(list, text);
  });

  it('says what is left out, and why', () => {
    expect(first.err).toMatch(/^Left out: \S+, because to download it requires `\w+`\.$/m);
    expect(first.err).toMatch(
      /^Left out, because not everyone may see them: [\w-]+(?:, [\w-]+)*\.$/m,
    );
    expect(first.out).toMatch(/site: \d+ files, \d+\.\d MB\.\nCopy this folder to any web server/);
  });
});
