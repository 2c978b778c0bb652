import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TOOL_WORD_GROUPS } from '../../../engine/bundle/words.ts';
import { readSource, ROOT, type Source } from '../../architecture/read-sources.ts';

/** Matches the name of a text of a tool in code. */
const TOOL_WORD = new RegExp(`'(?:${TOOL_WORD_GROUPS.join('|')})\\.[a-z]`);

/** Modules of `app/` that the page loads at its start, before any tool is opened. */
function startModules(): Source[] {
  const found = new Map<string, Source>();
  const add = (path: string): void => {
    if (found.has(path) || !path.startsWith('app/')) return;
    const text = readFileSync(join(ROOT, path), 'utf8');
    const source = readSource(path, text.replaceAll(/\bimport\(\s*'[^']+',?\s*\)/g, 'null'));
    found.set(path, source);
    for (const { to, typeOnly } of source.imports) if (to && !typeOnly) add(to);
  };
  for (const path of ['app/main.tsx', 'app/map/map-binding.ts']) add(path);
  return [...found.values()];
}

it('the modules of the first view use no words of tools, which are loaded later', () => {
  const modules = startModules();
  const paths = modules.map(({ path }) => path);
  expect(paths).toContain('app/tools/toolbar.tsx');
  expect(paths).not.toContain('app/tools/measure/measure-tool.tsx');
  expect(modules.filter(({ code }) => TOOL_WORD.test(code)).map(({ path }) => path)).toEqual([]);
});
