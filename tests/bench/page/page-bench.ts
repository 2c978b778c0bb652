/**
 * Rows 1 to 4 of the performance table: the first view of the shipped atlas, compared with a bare
 * page of MapLibre that shows the same style from the same server.
 */
import { openBrowser } from '../../browser/open-browser.ts';
import { serveShipped } from '../../browser/serve-shipped.ts';
import { openSlowLine, REMOTE_AREA } from '../../browser/slow-line.ts';
import { loadShipped } from '../../browser/shipped-store.ts';
import { medianOf } from '../store/figures.ts';
import type { BenchRow } from '../store/store-bench.ts';
import { openBenchSite, type PageKind } from './bench-site.ts';
import { measureLoad, type LoadCost } from './measure-load.ts';

/** Number of measurements of each page, and over the slow line. */
const ROUNDS = 5;
const SLOW_ROUNDS = 3;

const KINDS: readonly PageKind[] = ['plain', 'split', 'atlas'];

type Costs = ReadonlyMap<PageKind, LoadCost>;

/** Measures the pages in turns. Each figure is the median of its turns. */
export async function benchPages(): Promise<BenchRow[]> {
  await loadShipped();
  const atlas = await serveShipped();
  const site = await openBenchSite(atlas.url);
  const line = await openSlowLine(site.url, REMOTE_AREA);
  const browser = await openBrowser();
  try {
    const measure = async (url: string, rounds: number): Promise<Costs> => {
      const turns = new Map<PageKind, LoadCost[]>(KINDS.map((kind) => [kind, []]));
      // The first turn fills the caches of the server and of the graphics process.
      for (let turn = 0; turn <= rounds; turn += 1) {
        for (const kind of KINDS) {
          const cost = await measureLoad(browser, { ...site, url }, kind);
          if (turn > 0 || rounds === 1) turns.get(kind)!.push(cost);
        }
      }
      return new Map(KINDS.map((kind) => [kind, medians(turns.get(kind)!)]));
    };
    return [
      ...fastRows(await measure(site.url, ROUNDS)),
      ...slowRows(await measure(line.url, SLOW_ROUNDS)),
    ];
  } finally {
    await browser.close();
    await line.stop();
    await site.stop();
    await atlas.stop();
  }
}

function fastRows(costs: Costs): BenchRow[] {
  return [
    row('1 bytes to the first map (goal: split + 60 kB)', costs, ({ bytes }) => bytes / 1000, 'kB'),
    row('2 requests to the first map (goal: 24)', costs, ({ requests }) => requests, ''),
    row('4 CPU of the main thread until rest (goal: 1.4)', costs, ({ main }) => main, 'ms'),
    row('4 blocked time (goal: bare + 300 ms)', costs, ({ blocked }) => blocked, 'ms'),
    row('4 longest task (goal: 1.3)', costs, ({ longest }) => longest, 'ms'),
    row('4 first frame of the map (goal: 1.3)', costs, ({ frame }) => frame, 'ms'),
    row('4 CPU of the graphics process (goal: 1.3)', costs, ({ graphics }) => graphics, 'ms'),
  ];
}

function slowRows(costs: Costs): BenchRow[] {
  const line = 'at 400 kbit/s and 400 ms';
  return [
    row(`3 first text ${line} (goal: 2.5 s)`, costs, ({ text }) => text, 'ms'),
    row(`3 first frame of the map ${line}`, costs, ({ frame }) => frame, 'ms'),
    row(`3 map drawn ${line} (goal: 1.3 of split)`, costs, ({ idle }) => idle, 'ms'),
  ];
}

/** Returns a row with the figure of each page, and the ratios of the atlas to the others. */
function row(
  metric: string,
  costs: Costs,
  figure: (cost: LoadCost) => number,
  unit: string,
): BenchRow {
  const of = (kind: PageKind): number => Math.round(figure(costs.get(kind)!));
  const ratio = (kind: PageKind): string => (of('atlas') / of(kind)).toFixed(2);
  const figures = KINDS.map((kind) => `${kind} ${of(kind)} ${unit}`.trimEnd()).join(', ');
  return { metric, value: `${figures}; ${ratio('plain')} of plain, ${ratio('split')} of split` };
}

function medians(costs: readonly LoadCost[]): LoadCost {
  const names = Object.keys(costs[0]!) as (keyof LoadCost)[];
  const entries = names.map((name) => [name, medianOf(costs.map((cost) => cost[name]))]);
  return Object.fromEntries(entries) as Record<keyof LoadCost, number>;
}
