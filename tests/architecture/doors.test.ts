import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DOORS, importsOf, localImports, ROOT, sourceFiles } from './imports.ts';

interface Manifest {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;

/** Tests of the engine's own parts. */
const LOOKS_INSIDE = /^tests\/(?:unit\/engine|laws|cases)\//;

describe('the package of the engine', () => {
  it('is entered only by its doors', () => {
    const inside = ['app', 'server', 'cli', 'demo', 'scripts', 'tests']
      .flatMap(localImports)
      .filter(({ from, to }) => to.startsWith('engine/') && !LOOKS_INSIDE.test(from))
      .filter(({ to }) => !Object.values(DOORS).includes(to));
    expect(inside).toEqual([]);
  });

  it('gives browsers its runtime and nothing more', () => {
    const doors = sourceFiles('app')
      .flatMap(importsOf)
      .filter((name) => name in DOORS);
    expect([...new Set(doors)]).toEqual(['atlas-engine/runtime']);
  });

  it('is named, not reached by a path', () => {
    const byPath = ['app', 'server', 'cli', 'demo', 'scripts', 'tests']
      .flatMap(sourceFiles)
      .flatMap((file) =>
        importsOf(file)
          .filter((name) => /^\.[./]*\/engine\/(?:index|runtime|schemas)\.ts$/.test(name))
          .map((name) => `${relative(ROOT, file)}: ${name}`),
      );
    expect(byPath).toEqual([]);
  });

  it('exports the doors that this repository uses, sources and built files alike', () => {
    const { exports } = manifestOf('engine');
    const doors = Object.fromEntries(
      Object.entries(exports).flatMap(([name, door]) =>
        typeof door === 'string' ? [] : [[join('atlas-engine', name), door]],
      ),
    );
    expect(Object.keys(doors).sort()).toEqual(Object.keys(DOORS).sort());
    for (const [name, door] of Object.entries(doors)) {
      const source = DOORS[name]!.replace(/^engine\//, '');
      const built = `./dist/engine/${source.replace('.ts', '')}`;
      expect(door).toEqual({
        'atlas-source': `./${source}`,
        types: `${built}.d.ts`,
        default: `${built}.js`,
      });
    }
  });

  it('names exactly the packages that engine and schemas import', () => {
    const packages = ['engine', 'schemas']
      .flatMap(sourceFiles)
      .flatMap(importsOf)
      .filter((name) => !name.startsWith('.'))
      .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)![0]);
    expect(Object.keys(manifestOf('engine').dependencies).sort()).toEqual(
      [...new Set(packages)].sort(),
    );
  });
});
