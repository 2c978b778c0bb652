import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadAtlas } from '../../engine/index.ts';
import { readConfigFolder } from '../../server/config/read-config-folder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Folders a folder may import from, besides itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  schemas: [],
  engine: ['schemas'],
  app: ['schemas', 'engine'],
  server: ['schemas', 'engine'],
  scripts: ['schemas', 'engine', 'server'],
};

/** The stages of the engine in their order: none imports a later one. */
const STAGES = ['diagnostics', 'parse', 'expand', 'shape', 'resolve', 'bundle', 'access', 'check'];

interface Import {
  readonly from: string;
  readonly to: string;
}

function sourceFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map((match) => match[1]!);
}

function localImports(folder: string): Import[] {
  return sourceFiles(folder).flatMap((file) =>
    importsOf(file)
      .filter((name) => name.startsWith('.'))
      .map((name) => ({
        from: relative(ROOT, file),
        to: relative(ROOT, resolve(dirname(file), name)),
      })),
  );
}

describe('the folders', () => {
  it.each(Object.keys(MAY_IMPORT))('%s imports only what stands below it', (folder) => {
    const allowed = [folder, ...MAY_IMPORT[folder]!];
    const wrong = localImports(folder).filter(({ to }) => !allowed.includes(to.split('/')[0]!));
    expect(wrong).toEqual([]);
  });

  it('let nobody import scripts or tests', () => {
    const wrong = Object.keys(MAY_IMPORT)
      .filter((folder) => folder !== 'scripts')
      .flatMap(localImports)
      .filter(({ to }) => /^(?:scripts|tests)\//.test(to));
    expect(wrong).toEqual([]);
  });
});

describe('the engine', () => {
  it('touches no disk, no network, no DOM and no React', () => {
    const wrong = sourceFiles('engine').flatMap((file) =>
      importsOf(file)
        .filter((name) => /^(?:node:|fs|path|http|react|mobx|maplibre-gl|@deck)/.test(name))
        .map((name) => `${relative(ROOT, file)}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('lets no stage import a later one', () => {
    const stageOf = (path: string): number => STAGES.indexOf(path.split('/')[1] ?? '');
    const wrong = localImports('engine').filter(
      ({ from, to }) =>
        to.startsWith('engine/') && stageOf(from) >= 0 && stageOf(to) > stageOf(from),
    );
    expect(wrong).toEqual([]);
  });

  it('brings no YAML parser, schema validator or style validator through its runtime door', () => {
    const seen = new Set<string>();
    const outside = new Set<string>();
    const walk = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      const text = readFileSync(file, 'utf8');
      for (const match of text.matchAll(
        /^(?:import|export)\s+(type\s+)?[^;]*?from\s*'([^']+)'/gm,
      )) {
        if (match[1]) continue;
        if (match[2]!.startsWith('.')) walk(resolve(dirname(file), match[2]!));
        else outside.add(match[2]!);
      }
    };
    walk(join(ROOT, 'engine/runtime.ts'));
    expect([...outside]).toEqual([]);
    expect(seen.size).toBeGreaterThan(5);
  });
});

describe('what answers requests', () => {
  it('has no way to ask anyone outside', () => {
    const asking = [...sourceFiles('server/routes'), ...sourceFiles('server/http')].filter(
      (file) =>
        /\bfetch\(|import [^;]*\{[^}]*\b(?:request|get|connect|createConnection|lookup)\b[^}]*\} from 'node:/.test(
          readFileSync(file, 'utf8'),
        ) || importsOf(file).some((name) => /service-(?:client|inputs)|read-service/.test(name)),
    );
    expect(asking).toEqual([]);
  });
});

describe('the map libraries', () => {
  it('are each touched by one folder of the app only', () => {
    const touching = sourceFiles('app').filter((file) =>
      importsOf(file).some((name) => /^(?:maplibre-gl|@deck\.gl)/.test(name)),
    );
    const folders = new Set(touching.map((file) => dirname(relative(ROOT, file))));
    expect([...folders]).toEqual(['app/map']);
  });
});

describe('the environment', () => {
  it('is read at the door of the command, and handed on', () => {
    const reading = ['engine', 'server', 'scripts/commands'].flatMap((folder) =>
      sourceFiles(folder)
        .filter((file) => readFileSync(file, 'utf8').includes('process.env'))
        .map((file) => relative(ROOT, file)),
    );
    // Who asks must be settled before anything else runs.
    expect(reading).toEqual(['server/asker.ts']);
  });
});

describe('the generic code', () => {
  it('knows no group, dataset, class list or project of the shipped atlas', async () => {
    const atlas = loadAtlas(await readConfigFolder(join(ROOT, 'atlas.config')));
    if (!atlas.ok) throw new Error('The shipped atlas has errors.');
    const { model } = atlas;
    const ids = [
      ...model.groups,
      ...model.projects,
      ...model.datasets.values(),
      ...model.classes.values(),
      ...model.region.countries,
    ]
      .map(({ id }) => id)
      // Words of maps and of the server's own addresses, which the code must use for itself.
      .filter((id) => !['boundaries', 'health'].includes(id));
    const wrong = ['engine', 'app', 'server'].flatMap((folder) =>
      sourceFiles(folder).flatMap((file) => {
        const code = readFileSync(file, 'utf8').replaceAll(
          /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm,
          '',
        );
        return ids
          .filter((id) => new RegExp(`['"\`/]${id}['"\`/]`).test(code))
          .map((id) => `${relative(ROOT, file)}: ${id}`);
      }),
    );
    expect(ids.length).toBeGreaterThan(10);
    expect(wrong).toEqual([]);
  });
});
