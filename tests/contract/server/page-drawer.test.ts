/** The thread that draws the page of the map, with the built application. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import {
  createPageDrawer,
  type DrawPage,
  type PageDrawer,
} from '../../../server/routes/page/page-drawer.ts';
import { fixtureIndex } from '../../unit/app/fixture-bundle.ts';

const BUILT = new URL('../../../dist/app/draw-page.js', import.meta.url);
const INDEX = fixtureIndex('en');
const TASK = { index: JSON.stringify(INDEX), view: { project: null, phone: false } };

const opened: PageDrawer[] = [];
const logged: unknown[] = [];

/** Returns a drawer with a module, which the test closes. */
function openDrawer(module: string): PageDrawer {
  const drawer = createPageDrawer(module, { error: (...entry: unknown[]) => logged.push(entry) });
  opened.push(drawer);
  return drawer;
}

/** Writes a module and returns its path. */
function moduleWith(code: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'atlas-draw-')), 'draw-page.mjs');
  writeFileSync(file, code);
  return file;
}

afterEach(() => {
  logged.length = 0;
});
afterAll(() => Promise.all(opened.map((drawer) => drawer.close())));

describe('the thread that draws pages', () => {
  it('draws what the module draws, and leaves the main thread free', async () => {
    const { drawPage } = (await import(BUILT.href)) as { drawPage: DrawPage };
    const drawer = openDrawer(fileURLToPath(BUILT));
    expect(await drawer.draw(TASK)).toEqual(drawPage(INDEX, TASK.view));

    // Other processes lengthen some rounds; the shortest of each kind shows the work.
    const rounds = Array.from({ length: 6 });
    const pages = Array.from({ length: 6 });
    const [drawing, active]: [number[], number[]] = [[], []];
    for (const _round of rounds) {
      const began = performance.now();
      for (const _page of pages) drawPage(INDEX, TASK.view);
      drawing.push(performance.now() - began);
      const before = performance.eventLoopUtilization();
      for (const _page of pages) await drawer.draw(TASK);
      active.push(performance.eventLoopUtilization(before).active);
    }
    expect(Math.min(...active)).toBeLessThan(Math.min(...drawing) / 2);
    expect(logged).toEqual([]);
  });

  it('draws many pages that are asked for at once', async () => {
    const drawer = openDrawer(fileURLToPath(BUILT));
    const views = [true, false].map((phone) => ({ project: null, phone }));
    const tasks = Array.from({ length: 40 }, (_, at) => ({ ...TASK, view: views[at % 2]! }));
    const pages = await Promise.all(tasks.map((task) => drawer.draw(task)));
    expect(pages.every(({ html }) => html.includes('class="atlas'))).toBe(true);
    expect(new Set(pages.map(({ html }) => html)).size).toBe(2);
  });

  it.each([
    ['throws', `export function drawPage() { throw new Error('no such word'); }`, 'no such word'],
    ['does not compile', 'export function drawPage( {', 'SyntaxError'],
    ['ends its thread', 'export function drawPage() { process.exit(1); }', 'ended'],
  ])('gives an empty page and logs why when the module %s', async (_name, code, why) => {
    const drawer = openDrawer(moduleWith(code));
    expect(await drawer.draw(TASK)).toEqual({ html: '', ground: 'light' });
    expect(String((logged as [Error][])[0]![0].message)).toContain(why);
    expect(await drawer.draw(TASK)).toEqual({ html: '', ground: 'light' });
    expect(logged).toHaveLength(2);
  });
});
