/**
 * `npm run views`: draws the key views of the shipped atlas, and a contact sheet of each size of
 * window, into `.atlas/views` or `--out DIR`. `--only NAME` (repeatable) draws the views whose name
 * contains NAME; `--update` also writes the references of the tests.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openBrowser } from '../browser/open-browser.ts';
import { serveShipped } from '../browser/serve-shipped.ts';
import { prepare } from '../set-up.ts';
import { contactSheet } from './contact-sheet.ts';
import { drawViews, type DrawnView } from './draw-views.ts';
import { writeReference } from './reference.ts';
import { VIEWS, WINDOWS, type WindowName } from './views.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(PROJECT, '.atlas/views') },
    only: { type: 'string', multiple: true, default: [''] },
    update: { type: 'boolean', default: false },
  },
});
const out = resolve(values.out);
const views = VIEWS.filter(({ name }) => values.only.some((part) => name.includes(part)));

await prepare();
await mkdir(out, { recursive: true });
const start = performance.now();
const [atlas, browser] = await Promise.all([serveShipped(), openBrowser()]);
try {
  const drawn: DrawnView[] = [];
  let bytes = 0;
  await drawViews({ url: atlas.url, browser }, views, async (one) => {
    drawn.push(one);
    await writeFile(join(out, `${one.view.name}.png`), one.picture);
    if (values.update) bytes += await writeReference(one.view, one.picture);
  });
  drawn.sort((a, b) => views.indexOf(a.view) - views.indexOf(b.view));
  for (const window of Object.keys(WINDOWS) as WindowName[]) {
    const shown = drawn.filter(({ view }) => view.window === window);
    if (shown.length === 0) continue;
    await writeFile(join(out, `sheet-${window}.png`), await contactSheet(window, shown));
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  process.stdout.write(`${drawn.length} views in ${seconds} s: ${out}\n`);
  if (values.update) process.stdout.write(`References: ${Math.round(bytes / 1000)} kB\n`);
} finally {
  await browser.close();
  await atlas.stop();
}
