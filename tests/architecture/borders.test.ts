import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadAtlas } from 'atlas-engine';
import { readConfigFolder } from '../../server/config/read-config-folder.ts';
import { CODE, MAY_IMPORT, STAGES } from './layout.ts';
import { readSource, readSources, ROOT, type Source } from './read-sources.ts';
import { laterStages, upwardArrows } from './rules.ts';

const sources = readSources(CODE);
const inFolder = (...folders: readonly string[]): Source[] =>
  sources.filter(({ path }) => folders.some((folder) => path.startsWith(`${folder}/`)));

describe('the folders', () => {
  it('import only the folders they are allowed to', () => {
    expect(sources.length).toBeGreaterThan(500);
    expect(upwardArrows(sources, MAY_IMPORT)).toEqual([]);
    const wrong = readSource('engine/a/b.ts', `import { c } from '../../server/c.ts';`);
    expect(upwardArrows([wrong], MAY_IMPORT)).toEqual(['engine/a/b.ts -> server/c.ts']);
  });
});

describe('the engine', () => {
  it('does not use the disk, the network, the DOM or React', () => {
    const wrong = inFolder('engine').flatMap(({ path, imports }) =>
      imports
        .filter(({ name }) => /^(?:node:|fs|path|http|react|mobx|maplibre-gl|@deck)/.test(name))
        .map(({ name }) => `${path}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('has no stage that imports a later one', () => {
    expect(laterStages(sources, 'engine', STAGES)).toEqual([]);
    const wrong = readSource('engine/parse/a.ts', `import type { B } from '../resolve/b.ts';`);
    expect(laterStages([wrong], 'engine', STAGES)).toHaveLength(1);
  });

  it('assigns every folder a place in the order of stages', () => {
    const folders = readdirSync(join(ROOT, 'engine'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !['dist', 'node_modules'].includes(entry.name))
      .map(({ name }) => name);
    expect(folders.sort()).toEqual([...STAGES].sort());
  });

  it('lists the stages in the same order in its README', () => {
    const readme = readFileSync(join(ROOT, 'engine/README.md'), 'utf8');
    const rows = [...readme.matchAll(/^\| `(\w+)\/`/gm)].map((match) => match[1]);
    expect(rows).toEqual(STAGES);
  });

  it('imports i18next through its runtime, but no YAML parser, schema or style validator', () => {
    const files = new Map(sources.map((source) => [source.path, source]));
    const seen = new Set<string>();
    const outside = new Set<string>();
    const walk = (path: string): void => {
      if (seen.has(path)) return;
      seen.add(path);
      for (const { name, to, typeOnly } of files.get(path)!.imports) {
        if (typeOnly) continue;
        if (to !== null) walk(to);
        else outside.add(name);
      }
    };
    walk('engine/runtime.ts');
    expect([...outside]).toEqual(['i18next']);
    expect(seen.size).toBeGreaterThan(5);
  });
});

describe("the server's routes", () => {
  it('cannot send requests to other hosts', () => {
    const asking = inFolder('server/routes', 'server/http')
      .filter(
        ({ code, imports }) =>
          /import [^;]*\{[^}]*\b(?:request|get|connect|createConnection|lookup)\b[^}]*\} from 'node:/.test(
            code,
          ) || imports.some(({ name }) => /service-(?:client|inputs)|read-service/.test(name)),
      )
      .map(({ path }) => path);
    expect(asking).toEqual([]);
  });
});

describe('the map libraries', () => {
  it('are imported by one folder of the app only', () => {
    const touching = inFolder('app').filter(({ imports }) =>
      imports.some(({ name }) => /^(?:maplibre-gl|@deck\.gl)/.test(name)),
    );
    const folders = new Set(touching.map(({ path }) => path.split('/').slice(0, 2).join('/')));
    expect([...folders]).toEqual(['app/map']);
  });
});

describe('engine, app and server', () => {
  it('do not name a group, dataset, class list or project of the shipped atlas', async () => {
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
      // Common words of maps and of the server's own addresses, which the code needs.
      .filter((id) => !['boundaries', 'countries', 'health', 'labels'].includes(id));
    const wrong = inFolder('engine', 'app', 'server', 'host', 'cli').flatMap(({ path, code }) =>
      ids
        .filter((id) => new RegExp(`['"\`/]${id}['"\`/]`).test(code))
        .map((id) => `${path}: ${id}`),
    );
    expect(ids.length).toBeGreaterThan(10);
    expect(wrong).toEqual([]);
  });
});
