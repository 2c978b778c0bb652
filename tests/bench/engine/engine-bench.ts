/** Measures the engine over made configurations; run it with `npx tsx`. */
import { pathToFileURL } from 'node:url';
import { validateStyleMin, type StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import { CORE_SCHEMA, load } from 'js-yaml';
import { compilePublicBundles, loadAtlas, type ConfigFolder } from '../../../engine/index.ts';
import { largeAtlas } from './large-atlas.ts';

/** One line of the table: what was measured, in this run. */
export interface BenchRow {
  readonly metric: string;
  readonly value: string;
}

const ROUNDS = 5;
/** Layers validated at a time, as the check does. */
const SLICE = 200;

const OPTIONS = {
  version: () => null,
  bounds: () => null,
  address: () => null,
  fileVersion: () => null,
  hash: (text: string) => `${text.length}`,
};

/** Rows 9, 10 and 11: CPU times are medians of alternating rounds, milliseconds. */
export async function benchEngine(sublayers = 10_000): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const whole = largeAtlas(sublayers);
  const quarter = largeAtlas(sublayers / 4);
  const [yaml, engine] = alternate(
    () => parseAll(whole),
    () => compileAll(whole),
  );
  const [part] = alternate(
    () => compileAll(quarter),
    () => undefined,
  );
  const bytes = whole.files.reduce((sum, { text }) => sum + text.length, 0);
  rows.push(
    { metric: `9 YAML of ${sublayers} sublayers`, value: `${(bytes / 1e6).toFixed(1)} MB` },
    { metric: '9 js-yaml parse', value: milliseconds(yaml) },
    { metric: '9 validate + compile, two languages', value: milliseconds(engine) },
    { metric: '9 ratio to js-yaml (goal 2)', value: (engine / yaml).toFixed(2) },
    { metric: '9 growth from a quarter (linear: 4)', value: (engine / part).toFixed(2) },
    {
      metric: '9 memory of this process (goal 400 MB)',
      value: `${Math.round(process.memoryUsage().rss / 1e6)} MB`,
    },
  );
  const split = largeAtlas(1_500, 200);
  const [recheck] = alternate(
    () => loadAtlas(split),
    () => undefined,
  );
  rows.push({
    metric: `10 check 1 500 sublayers in ${split.files.length - 1} files (goal 100 ms)`,
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

function parseAll(folder: ConfigFolder): void {
  for (const { text } of folder.files) load(text, { schema: CORE_SCHEMA });
}

function compileAll(folder: ConfigFolder): void {
  const atlas = loadAtlas(folder);
  if (!atlas.ok) throw new Error(`The made atlas is broken: ${atlas.diagnostics[0]!.code}`);
  compilePublicBundles(atlas.model, OPTIONS);
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

/** Medians of the CPU time of both, run by turns. */
function alternate(first: () => void, second: () => void): [number, number] {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    times[0].push(cpuOf(first));
    times[1].push(cpuOf(second));
  }
  return [median(times[0]), median(times[1])];
}

function cpuOf(run: () => void): number {
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

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  console.table(await benchEngine());
