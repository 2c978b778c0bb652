/**
 * Row 8 of the performance table: how the page grows with the configuration, at ten active groups
 * at most. The page has the only part of the first load that depends on inactive layers.
 */
import { compilePublicBundles, loadAtlas } from 'atlas-engine';
import { LOGGED_OUT } from '../../../app/account/account-types.ts';
import { AtlasStore } from '../../../app/stores/atlas-store.ts';
import { encode } from '../../../server/http/encoded.ts';
import { renderPage } from '../../../server/routes/page/page-html.ts';
import { pageParts } from '../../../server/snapshot/page-parts.ts';
import { largeAtlas } from '../engine/large-atlas.ts';
import { medianOf } from '../store/figures.ts';
import type { BenchRow } from '../store/store-bench.ts';

const SIZES = [150, 1_500, 10_000] as const;
const ROUNDS = 7;

/** Bytes of the first map of the shipped atlas without its page; see the caps in `tests/browser`. */
const OTHER_BYTES = 470_000;

const TEMPLATE = '<html><!--atlas:head--><!--atlas:outline--><!--atlas:bundle--></html>';

interface Growth {
  /** With Brotli. */
  readonly bytes: number;
  /** CPU time to read the index and to create the stores, in milliseconds. */
  readonly boot: number;
  /** Memory of the stores in MB. */
  readonly heap: number;
}

export async function benchGrowth(): Promise<BenchRow[]> {
  const growths: Growth[] = [];
  for (const size of SIZES) growths.push(await measure(size));
  const [small, middle, large] = growths as [Growth, Growth, Growth];
  const first = (one: Growth): number => OTHER_BYTES + one.bytes;
  const percent = ((first(middle) / first(small) - 1) * 100).toFixed(1);
  const list = (figure: (one: Growth) => number, unit: string): string =>
    growths.map((one, i) => `${SIZES[i]}: ${figure(one).toFixed(1)} ${unit}`).join(', ');
  return [
    {
      metric: '8 page by number of sublayers; first map at 1 500 (goal: +5 %)',
      value: `${list(({ bytes }) => bytes / 1000, 'kB')}; +${percent} %`,
    },
    {
      metric: '8 CPU to read the index and create the stores',
      value: list(({ boot }) => boot, 'ms'),
    },
    {
      metric: '8 memory of the stores at 10 000 (goal: +6 MB)',
      value: `${list(({ heap }) => heap, 'MB')}; +${(large.heap - small.heap).toFixed(1)} MB`,
    },
  ];
}

async function measure(sublayers: number): Promise<Growth> {
  const atlas = loadAtlas(largeAtlas(sublayers));
  if (!atlas.ok) throw new Error(`The made atlas is broken: ${atlas.diagnostics[0]!.code}`);
  const { byLocale } = compilePublicBundles(atlas.model, {
    version: () => null,
    bounds: () => null,
    address: () => null,
    fileVersion: () => null,
    hash: (text) => `${text.length}`,
    tables: atlas.tables,
  });
  const parts = pageParts(byLocale['en']!, []);
  const page = await encode(renderPage(TEMPLATE, { ...parts, head: '' }), 'text/html', {
    effort: 'best',
  });
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    boot(parts.index);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  return { bytes: page.br!.length, boot: medianOf(times), heap: memoryOf(parts.index) };
}

function boot(index: string): AtlasStore {
  const unused = () => Promise.resolve({ ok: false, failure: { kind: 'offline' } } as const);
  return new AtlasStore(JSON.parse(index) as ConstructorParameters<typeof AtlasStore>[0], {
    network: { json: unused, index: unused },
    address: { search: '', hash: '' },
    history: {
      location: () => ({ pathname: '/', search: '', hash: '', state: null }),
      push: () => undefined,
      replace: () => undefined,
      move: () => undefined,
      listen: () => undefined,
    },
    dismissed: {},
    seen: {},
    coordinates: 'degrees',
    account: LOGGED_OUT,
    loadClient: () => Promise.reject(new Error('The bench sends no requests.')),
    today: '2026-01-01',
  });
}

/** Returns the memory of the stores in MB; needs `--expose-gc`, otherwise it is an estimate. */
function memoryOf(index: string): number {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const store = boot(index);
  globalThis.gc?.();
  const after = process.memoryUsage().heapUsed;
  // Used here, so that it is not collected before.
  return store.bundles.index.format > 0 ? (after - before) / 1e6 : 0;
}
