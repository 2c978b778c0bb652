/**
 * Every block of the guides is written, compiled or run, in the order of its page, in a copy of the
 * atlas that `create-atlas` makes. Lines that start a server are run at night.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create } from '../../../cli/create-atlas/create.ts';
import { blocksOf, replaceKeys, type Block } from './read-page.ts';
import { runLine } from './run-line.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const pagesOf = (language: string): string[] => readdirSync(join(ROOT, 'docs', language)).sort();
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Pages whose blocks another test runs. */
const RUN_BY: Readonly<Record<string, string>> = {
  'README.md': 'tests/atlas/examples.test.ts',
  'docs/other-programs.md': 'tests/atlas/other-programs.test.ts',
  'docs/review.md': 'tests/contract/deployment/review.test.ts',
  'docs/operating.md': 'tests/contract/store/backup.test.ts',
};

/** Guides that leave something to the reader, and the message that says what. */
const LEFT: Readonly<Record<string, string>> = { 'language.md': 'locale-incomplete' };

let scratch: string;
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'atlas-guides-'));
  const wanted = ['--countries', 'GAB,COG', '--languages', 'en,fr', '--no-install'];
  const quiet = { out: () => undefined, err: () => undefined, ask: null };
  expect(await create([join(scratch, 'made'), ...wanted], quiet)).toBe(0);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Makes the folder in which a page is followed; one that names branches is a repository of git. */
function folderFor(page: string, markdown: string): string {
  const folder = join(scratch, page);
  cpSync(join(scratch, 'made'), folder, { recursive: true });
  if (markdown.includes('git fetch')) {
    const script = `git init -q -b main && git config user.name A && git config user.email a@example.org
      git add . && git commit -qm First && git checkout -q -b their-branch
      sed -i 's/Towns/Cities/' atlas.config/towns.yaml && git commit -qam Second
      git checkout -q main && git remote add origin .`;
    expect(spawnSync('sh', ['-ec', script], { cwd: folder }).status).toBe(0);
  }
  return folder;
}

async function follow(block: Block, folder: string): Promise<string> {
  const { language, text, path } = block;
  if (language === 'sh') {
    let place = folder;
    for (const line of text.split('\n').filter(Boolean)) {
      const ended = await runLine(line, { folder: place, env: {} });
      const printed = ended.code === 0 ? '' : ended.printed;
      expect({ line, code: ended.code, printed }).toEqual({ line, code: 0, printed: '' });
      if (ended.elsewhere) expect(existsSync(join(ROOT, 'tests', ended.elsewhere))).toBe(true);
      place = ended.folder;
    }
    return place;
  }
  if (language === 'js') {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'program.mjs'), text);
    const options = { cwd: folder, encoding: 'utf8' } as const;
    const { stdout, stderr } = spawnSync(process.execPath, ['program.mjs'], options);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ version: 8 });
    return folder;
  }
  expect({ language, path }).toEqual({
    language: path.endsWith('.yaml') ? 'yaml' : /\.(\w+)$/.exec(path)?.[1],
    path,
  });
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  const isAdded = language === 'yaml' && existsSync(file);
  writeFileSync(file, isAdded ? replaceKeys(readFileSync(file, 'utf8'), text) : text);
  return folder;
}

describe('the guides', () => {
  const pages = pagesOf('en').filter((page) => page !== 'README.md');

  it.each(pages)('can be followed: %s', async (page) => {
    const markdown = read(`docs/en/${page}`);
    let folder = folderFor(page, markdown);
    const blocks = blocksOf(markdown);
    for (const block of blocks) folder = await follow(block, folder);
    if (!blocks.some(({ language }) => language === 'yaml')) return;
    const checked = await runLine('npx atlas check', { folder, env: {} });
    const left = LEFT[page];
    expect(checked).toMatchObject({ code: left ? 1 : 0 });
    if (left) expect(checked.printed).toContain(left);
  });

  it('are the same in French, with the same blocks', () => {
    expect(pagesOf('fr')).toEqual(pagesOf('en'));
    const codeOf = (path: string) => blocksOf(read(path)).map(({ line: _line, ...block }) => block);
    for (const page of pages)
      expect({ page, blocks: codeOf(`docs/fr/${page}`) }).toEqual({
        page,
        blocks: codeOf(`docs/en/${page}`),
      });
  });

  it.each(['en', 'fr'])('are all in the list of tasks: %s', (language) => {
    const list = read(`docs/${language}/README.md`);
    expect(pages.filter((page) => !list.includes(`](${page})`))).toEqual([]);
  });

  it('a line that no test can run is found', async () => {
    await expect(runLine('rm -rf /', { folder: scratch, env: {} })).rejects.toThrow('No test');
    const place = { folder: join(scratch, 'made'), env: {} };
    expect((await runLine('npx atlas show group nothing', place)).code).not.toBe(0);
  });
});

describe('the other pages', () => {
  it('have blocks that another test runs', () => {
    const found = ['README.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)]
      .filter((path) => path.endsWith('.md'))
      .filter((path) =>
        blocksOf(read(path)).some(({ language }) => /^(?:sh|yaml)$/.test(language)),
      );
    expect(found.sort()).toEqual(Object.keys(RUN_BY).sort());
    expect(Object.values(RUN_BY).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
