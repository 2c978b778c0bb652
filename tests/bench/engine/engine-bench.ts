import { execFileSync } from 'node:child_process';
import { validateStyleMin, type StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import { CORE_SCHEMA, load } from 'js-yaml';
import type { ConfigFolder } from 'atlas-engine';
import { BUILT_ENGINE, builtEngine } from './built-engine.ts';
import { largeAtlas } from './large-atlas.ts';

/** A row of the table, with the figures of this run. */
export interface BenchRow {
  readonly metric: string;
  readonly value: string;
}

/** Number of rounds. It is large enough to detect a change of 10 % on a machine with two cores. */
const ROUNDS = 11;
/** Number of layers per validation. */
const SLICE = 200;

const OPTIONS = {
  version: () => null,
  bounds: () => null,
  address: () => null,
  fileVersion: () => null,
  hash: (text: string) => `${text.length}`,
};

/**
 * Measures rows 9, 10 and 11. CPU times are medians of alternating rounds, in milliseconds. The goal of
 * row 9 counts what the engine adds to the parse, because the engine itself parses with js-yaml.
 */
export async function benchEngine(sublayers = 10_000): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const engineCode = await builtEngine();
  const compileAll = (folder: ConfigFolder): void => {
    const atlas = engineCode.loadAtlas(folder);
    if (!atlas.ok) throw new Error(`The made atlas is broken: ${atlas.diagnostics[0]!.code}`);
    engineCode.compilePublicBundles(atlas.model, { ...OPTIONS, tables: atlas.tables });
  };
  const whole = largeAtlas(sublayers);
  const quarter = largeAtlas(sublayers / 4);
  const [yaml, engine] = alternate(
    () => parseAll(whole),
    () => compileAll(reread(whole)),
  );
  const [part] = alternate(
    () => compileAll(reread(quarter)),
    () => undefined,
  );
  const bytes = whole.files.reduce((sum, { text }) => sum + text.length, 0);
  rows.push(
    { metric: `9 YAML of ${sublayers} sublayers`, value: `${(bytes / 1e6).toFixed(1)} MB` },
    { metric: '9 js-yaml parse', value: milliseconds(yaml) },
    { metric: '9 parse + validate + compile, two languages', value: milliseconds(engine) },
    {
      metric: '9 validate + compile to a js-yaml parse (goal 2)',
      value: (engine / yaml - 1).toFixed(2),
    },
    { metric: '9 the same with its parse', value: (engine / yaml).toFixed(2) },
    { metric: '9 growth from a quarter (linear: 4)', value: (engine / part).toFixed(2) },
    {
      metric: '9 memory of a process that does it once (goal 400 MB)',
      value: `${Math.round(memoryOfOnce(whole))} MB`,
    },
  );
  const split = largeAtlas(1_500, 200);
  engineCode.loadAtlas(split);
  const [recheck] = alternate(
    () => engineCode.loadAtlas(withOneReread(split)),
    () => undefined,
  );
  rows.push({
    metric: `10 check 1 500 sublayers again, one of ${split.files.length - 1} files changed (goal 100 ms)`,
    value: milliseconds(recheck),
  });
  const layers = plainLayers(sublayers);
  const [sliced] = alternate(
    () => validateSliced(layers),
    () => undefined,
  );
  rows.push({
    metric: `11 style check of ${layers.length} layers in slices`,
    value: milliseconds(sliced),
  });
  return rows;
}

/** Parses all files and keeps all results in memory, as the engine does. */
function parseAll(folder: ConfigFolder): unknown[] {
  return folder.files.map(({ text }) => load(text, { schema: CORE_SCHEMA }));
}

/**
 * Copies the files, because the engine caches the results for file objects that it has parsed
 * before.
 */
function reread(folder: ConfigFolder): ConfigFolder {
  return { ...folder, files: folder.files.map((file) => ({ ...file })) };
}

function withOneReread(folder: ConfigFolder): ConfigFolder {
  return { ...folder, files: folder.files.map((file, i) => (i === 1 ? { ...file } : file)) };
}

/** Returns the peak memory of a new process that loads and compiles the folder once, in MB. */
function memoryOfOnce({ files, assets }: ConfigFolder): number {
  const script = `
    import { readFileSync } from 'node:fs';
    import { compilePublicBundles, loadAtlas } from ${JSON.stringify(BUILT_ENGINE)};
    const { files, assets } = JSON.parse(readFileSync(0, 'utf8'));
    const atlas = loadAtlas({ files, assets: new Set(assets) });
    const none = () => null;
    compilePublicBundles(atlas.model, { version: none, bounds: none, address: none,
      fileVersion: none, hash: (text) => String(text.length), tables: atlas.tables });
    console.log(process.resourceUsage().maxRSS);`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    input: JSON.stringify({ files, assets: [...assets] }),
    encoding: 'utf8',
  });
  return Number(said) / 1000;
}

function plainLayers(count: number): object[] {
  return Array.from({ length: count }, (_, i) => ({
    id: `layer-${i}`,
    type: 'fill',
    source: 'areas',
    'source-layer': 'areas',
    minzoom: i % 10,
    filter: ['==', ['get', 'use'], `use-${i}`],
    paint: {
      'fill-color': '#309078',
      'fill-opacity': ['interpolate', ['linear'], ['zoom'], 5, 0.1, 12, 1],
    },
  }));
}

function validateSliced(layers: readonly object[]): void {
  for (let i = 0; i < layers.length; i += SLICE) {
    const style = {
      version: 8,
      sources: { areas: { type: 'vector', tiles: ['https://example.org/{z}/{x}/{y}.pbf'] } },
      layers: layers.slice(i, i + SLICE),
    } as unknown as StyleSpecification;
    const [fault] = validateStyleMin(style);
    if (fault) throw new Error(fault.message);
  }
}

/** Runs two functions alternately, and returns the median CPU time of each. */
function alternate(first: () => unknown, second: () => unknown): [number, number] {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    times[0].push(cpuOf(first));
    times[1].push(cpuOf(second));
  }
  return [median(times[0]), median(times[1])];
}

function cpuOf(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function milliseconds(value: number): string {
  return `${value.toFixed(0)} ms CPU`;
}
