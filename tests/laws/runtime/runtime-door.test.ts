import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Returns every module that a module imports, without types; packages by their names. */
function graphOf(entry: string, seen = new Set<string>()): Set<string> {
  if (seen.has(entry)) return seen;
  seen.add(entry);
  if (!existsSync(entry)) return seen;
  const code = readFileSync(entry, 'utf8');
  const statements = code.matchAll(/^(?:import|export)\s([^;]*?)\sfrom\s'([^']+)'/gms);
  for (const [, what = '', from = ''] of statements) {
    const names = /\{(.*)\}/s.exec(what)?.[1]?.split(',') ?? [what];
    const isType = (name: string): boolean => /^\s*(?:type\s|$)/.test(name);
    if (/^type\s/.test(what) || names.every(isType)) continue;
    graphOf(from.startsWith('.') ? resolve(dirname(entry), from) : from, seen);
  }
  return seen;
}

describe('the entry point of the browser', () => {
  it('imports no package but i18next, and no stages before the bundle', () => {
    const modules = [...graphOf(resolve(ROOT, 'engine/runtime.ts'))].map((path) =>
      relative(ROOT, path),
    );
    expect(modules).toContain('engine/runtime/compile-style.ts');
    expect(modules.filter((path) => !path.startsWith('engine/'))).toEqual(['i18next']);
    for (const path of modules.filter((path) => path.startsWith('engine/'))) {
      expect(path).toMatch(
        /^engine\/(?:runtime|(?:basics|runtime|page)\/[\w-]+|bundle\/(?:bundle|tool))\.ts$/,
      );
    }
  });

  it('does not use the network, disk, DOM, clock or random numbers', () => {
    for (const path of graphOf(resolve(ROOT, 'engine/runtime.ts'))) {
      if (!path.startsWith(ROOT)) continue;
      const code = readFileSync(path, 'utf8').replaceAll(/\/\*.*?\*\/|\/\/.*$/gms, '');
      expect(code, path).not.toMatch(
        /\b(?:fetch\(|XMLHttpRequest|document\.|window\.|process\.|Date\.now|new Date\(\)|Math\.random)/,
      );
    }
  });
});
