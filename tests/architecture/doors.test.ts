import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGES } from './layout.ts';
import { readSources, ROOT } from './read-sources.ts';

interface Manifest {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;

/** Returns the imports in all files of some folders, each with its file. */
const importsIn = (...folders: readonly string[]) =>
  readSources(folders).flatMap(({ path, imports }) =>
    imports.map((one) => ({ from: path, ...one })),
  );

const outside = importsIn('app', 'server', 'host', 'cli', 'demo', 'scripts', 'tests');

/** Matches the tests of the engine's internals. */
const LOOKS_INSIDE = /^tests\/(?:unit\/engine|laws|cases)\//;

describe('the engine package', () => {
  it('is imported only through its entry points', () => {
    const inside = outside
      .filter(({ to }) => to?.startsWith('engine/') && !Object.values(PACKAGES).includes(to))
      .filter(({ from }) => !LOOKS_INSIDE.test(from))
      .map(({ from, to }) => `${from} -> ${to}`);
    expect(outside.length).toBeGreaterThan(1_000);
    expect(inside).toEqual([]);
  });

  it('exposes only its runtime, its readers of files and the HTTP interface to the browser', () => {
    const doors = importsIn('app').flatMap(({ name }) => (name in PACKAGES ? [name] : []));
    expect([...new Set(doors)].sort()).toEqual([
      'atlas-engine/http',
      'atlas-engine/readers',
      'atlas-engine/runtime',
    ]);
  });

  it('is imported by name, not by path', () => {
    const byPath = outside
      .filter(({ name }) => /^\.[./]*\/engine\/(?:http|index|runtime|schemas)\.ts$/.test(name))
      .map(({ from, name }) => `${from}: ${name}`);
    expect(byPath).toEqual([]);
  });

  it('exports its entry points both as sources and as built files', () => {
    const { exports } = manifestOf('engine');
    const doors = Object.fromEntries(
      Object.entries(exports).flatMap(([name, door]) =>
        typeof door === 'string' ? [] : [[join('atlas-engine', name), door]],
      ),
    );
    expect(Object.keys(doors).sort()).toEqual(Object.keys(PACKAGES).sort());
    for (const [name, door] of Object.entries(doors)) {
      const source = PACKAGES[name]!.replace(/^engine\//, '');
      const built = `./dist/engine/${source.replace('.ts', '')}`;
      expect(door).toEqual({
        'atlas-source': `./${source}`,
        types: `${built}.d.ts`,
        default: `${built}.js`,
      });
    }
  });

  it('lists exactly the packages that engine and schemas import', () => {
    const packages = importsIn('engine', 'schemas')
      .filter(({ name }) => !name.startsWith('.'))
      .map(({ name }) => /^(?:@[^/]+\/)?[^/]+/.exec(name)![0])
      // The package of the types.
      .map((name) => (name === 'geojson' ? '@types/geojson' : name));
    expect(Object.keys(manifestOf('engine').dependencies).sort()).toEqual(
      [...new Set(packages)].sort(),
    );
  });
});
