/**
 * Rows 5 to 7 of the performance table: changes of a map that is drawn, compared with the same
 * change by calls of MapLibre on the bare page.
 */
import type { Browser, Page } from '@playwright/test';
import { compileStyle, initialState, mergeBundles, planChanges } from 'atlas-engine/runtime';
import type { Map as GlMap, StyleSpecification } from 'maplibre-gl';
import { openPage, openBrowser, waitForMap } from '../../browser/open-browser.ts';
import { readIndexOf } from '../../browser/read-index.ts';
import { serveShipped } from '../../browser/serve-shipped.ts';
import { loadShipped } from '../../browser/shipped-store.ts';
import { medianOf } from '../store/figures.ts';
import type { BenchRow } from '../store/store-bench.ts';
import { openBenchSite, type BenchSite } from './bench-site.ts';
import { mainThread } from './main-thread.ts';

const ROUNDS = 5;
/** Time after a change in which the map draws it, in milliseconds. */
const SETTLE_MS = 2_000;
const LAYERS = 30;

interface Change {
  /** CPU time of the main thread in milliseconds. */
  readonly main: number;
  readonly longest: number;
  readonly requests: number;
}

/** Runs in the bare page. */
interface BareWindow {
  readonly map: GlMap;
}

export async function benchChanges(): Promise<BenchRow[]> {
  await loadShipped();
  const atlas = await serveShipped();
  const site = await openBenchSite(atlas.url);
  const browser = await openBrowser();
  try {
    const bundle = mergeBundles(await readIndexOf(atlas), [], null);
    const start = initialState(bundle);
    const [group] = start.groups;
    const dark = JSON.stringify(compileStyle(bundle, { ...start, baseLayer: 'dark' }));
    const pages = await openPages(browser, site);
    const toggle = await compare(browser, site, pages, {
      atlas: (page) => page.locator(`li[data-group="${group!.id}"] input`).first().click(),
      bare: (page) => page.evaluate(toggleLayers, `${group!.id}`),
    });
    const base = await compare(browser, site, pages, {
      atlas: (page, turn) =>
        page
          .locator('input[name=base-layer]')
          .nth(turn % 2 === 0 ? 3 : 0)
          .check({ force: true }),
      bare: (page, turn) => page.evaluate(setStyle, turn % 2 === 0 ? dark : null),
    });
    return [
      rowOf('5 switch of a group, CPU of the main thread (goal: 1.5)', toggle),
      rowOf('6 change of the base map, CPU of the main thread (goal: 1.2, no requests)', base),
      await reorder(pages.bare),
    ];
  } finally {
    await browser.close();
    await site.stop();
    await atlas.stop();
  }
}

interface Pages {
  readonly atlas: Page;
  readonly bare: Page;
}

async function openPages(browser: Browser, site: BenchSite): Promise<Pages> {
  const [{ page: atlas }, { page: bare }] = [
    await openPage(browser, { drawn: true }),
    await openPage(browser, { drawn: true }),
  ];
  await atlas.goto(site.url + site.pathOf('atlas'));
  await waitForMap(atlas);
  await bare.goto(site.url + site.pathOf('split'));
  await bare.waitForFunction(() => (window as unknown as BareWindow).map.loaded());
  return { atlas, bare };
}

type Act = (page: Page, turn: number) => Promise<unknown>;

/** Measures a change on both pages in turns. */
async function compare(
  browser: Browser,
  site: BenchSite,
  pages: Pages,
  acts: Readonly<Record<keyof Pages, Act>>,
): Promise<Record<keyof Pages, Change>> {
  const turns: Record<keyof Pages, Change[]> = { atlas: [], bare: [] };
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (const kind of ['bare', 'atlas'] as const) {
      const page = pages[kind];
      await page.bringToFront();
      await browser.startTracing(page, {
        categories: ['toplevel', 'disabled-by-default-devtools.timeline'],
      });
      const from = Date.now();
      await acts[kind](page, turn);
      await page.waitForTimeout(SETTLE_MS);
      const { main, longest } = mainThread(await browser.stopTracing());
      const { requests } = site.traffic(from, Date.now());
      turns[kind].push({ main, longest, requests });
    }
  }
  return { atlas: medians(turns.atlas), bare: medians(turns.bare) };
}

function medians(changes: readonly Change[]): Change {
  const of = (name: keyof Change): number => medianOf(changes.map((change) => change[name]));
  return { main: of('main'), longest: of('longest'), requests: of('requests') };
}

function rowOf(metric: string, { atlas, bare }: Record<keyof Pages, Change>): BenchRow {
  const say = ({ main, longest, requests }: Change): string =>
    `${main.toFixed(0)} ms, longest task ${longest.toFixed(0)} ms, ${requests} requests`;
  const ratio = (atlas.main / bare.main).toFixed(2);
  return { metric, value: `atlas ${say(atlas)}; bare ${say(bare)}; ${ratio} of bare` };
}

/** Measures the calls that move the lowest of 30 layers to the top. */
async function reorder(bare: Page): Promise<BenchRow> {
  const layers = Array.from({ length: LAYERS }, (_, i) => ({
    id: `made-${i}`,
    type: 'background' as const,
    paint: { 'background-opacity': 0 },
  }));
  const before = { version: 8 as const, sources: {}, layers };
  const after = { ...before, layers: [...layers.slice(1), layers[0]!] };
  const moves = planChanges(before, after).flatMap((command) =>
    command.type === 'move-layer' ? [{ id: command.id, before: command.before }] : [],
  );
  const times: number[] = [];
  for (let turn = 0; turn < ROUNDS; turn += 1)
    times.push(await bare.evaluate(moveLayers, { layers, moves }));
  return {
    metric: `7 move of one of ${LAYERS} layers: calls of moveLayer, and their time (goal: 1 ms)`,
    value: `${moves.length} calls, ${medianOf(times).toFixed(2)} ms`,
  };
}

/** Runs in the bare page: shows or hides the layers of a group. */
function toggleLayers(group: string): void {
  const { map } = window as unknown as BareWindow;
  for (const id of map.getLayersOrder()) {
    if (!id.includes(group)) continue;
    const hidden = map.getLayoutProperty(id, 'visibility') === 'none';
    map.setLayoutProperty(id, 'visibility', hidden ? 'visible' : 'none');
  }
}

/** Runs in the bare page: shows a style in JSON, or the first one again with null. */
function setStyle(style: string | null): void {
  const { map } = window as unknown as BareWindow;
  const page = window as unknown as { first?: string };
  page.first ??= JSON.stringify(map.getStyle());
  map.setStyle(JSON.parse(style ?? page.first) as StyleSpecification, { diff: true });
}

/** Runs in the bare page: returns the time of the moves in milliseconds. */
function moveLayers({
  layers,
  moves,
}: {
  readonly layers: readonly Parameters<GlMap['addLayer']>[0][];
  readonly moves: readonly { readonly id: string; readonly before: string | null }[];
}): number {
  const { map } = window as unknown as BareWindow;
  for (const layer of layers) {
    if (map.getLayer(layer.id)) map.removeLayer(layer.id);
    map.addLayer(layer);
  }
  const start = performance.now();
  for (const { id, before } of moves) map.moveLayer(id, before ?? undefined);
  return performance.now() - start;
}
