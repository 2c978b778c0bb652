/**
 * Row 21: the time from a save of YAML to the changed page in `atlas dev`, of the shipped atlas and of
 * a small one. The browser and the server share the machine, as those of an author.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBrowser, openPage, waitForMap } from '../../browser/open-browser.ts';
import { serveAtlas } from '../../browser/serve-atlas.ts';
import { medianOf } from '../store/figures.ts';
import type { BenchRow } from '../store/store-bench.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SAVES = 9;
/** Time in milliseconds until the server has read everything after a save. */
const REST = 6_000;

/** An atlas, and the first place in a file of it where a layer is named. */
interface Subject {
  readonly title: string;
  readonly config: string;
  readonly file: string;
  /** The text before the name, and the name. */
  readonly place: readonly [before: string, name: string];
  readonly lang: string;
}

const SUBJECTS: readonly Subject[] = [
  {
    title: 'shipped atlas',
    config: 'atlas.config',
    file: 'groups/forests.yaml',
    place: ['en: ', 'Tree cover'],
    lang: 'en',
  },
  {
    title: 'small atlas',
    config: 'tests/atlases/isles',
    file: 'groups.yaml',
    place: ['', 'Faróis'],
    lang: 'pt',
  },
];

/** Runs the measurement. Needs a browser. */
export async function benchSaves(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const subject of SUBJECTS) {
    const times = await timesOf(subject);
    const value = `${medianOf(times).toFixed(0)} ms; slowest ${Math.max(...times).toFixed(0)} ms`;
    rows.push({
      metric: `21 save to page, ${subject.title}, median of ${times.length} (goal 500 ms)`,
      value,
    });
  }
  return rows;
}

async function timesOf({ config, file, place, lang }: Subject): Promise<readonly number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'atlas-saves-'));
  const path = join(folder, 'config', file);
  cpSync(join(ROOT, config), join(folder, 'config'), { recursive: true });
  const atlas = await serveAtlas({
    verb: 'dev',
    config: join(folder, 'config'),
    dataDir: join(folder, 'data'),
  });
  const browser = await openBrowser();
  try {
    const { page } = await openPage(browser);
    const connected = page.waitForRequest(/\/atlas\/events$/);
    await page.goto(`${atlas.url}/?lang=${lang}`);
    await waitForMap(page);
    await connected;
    const text = readFileSync(path, 'utf8');
    const times: number[] = [];
    for (let save = 0; save <= SAVES; save += 1) {
      await page.waitForTimeout(REST);
      const changed = `Save ${save}`;
      const shown = page.waitForFunction(
        (words) => document.body.textContent.includes(words),
        changed,
        { polling: 10 },
      );
      const began = performance.now();
      writeFileSync(path, text.replace(place.join(''), `${place[0]}${changed}`));
      await shown;
      times.push(performance.now() - began);
    }
    // The first save also makes what later ones keep.
    return times.slice(1);
  } finally {
    await browser.close();
    await atlas.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
