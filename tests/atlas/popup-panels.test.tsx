import { mkdirSync, readFileSync } from 'node:fs';
import { FIRST_VISIT } from '../unit/app/fixture-network.ts';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compilePopup, type AtlasBundle, type FeatureHit } from 'atlas-engine/runtime';
import { AtlasStore } from '../../app/stores/atlas-store.ts';
import { AtlasProvider } from '../../app/ui/common/atlas-context.ts';
import { FeaturePanel } from '../../app/ui/panels/feature-panel.tsx';
import { closePages, sharedBrowser } from '../browser/shared-browser.ts';
import { openShippedAtlas, type ShippedAtlas } from './shipped-atlas.ts';
import { clickablePlaces, shippedFeatures } from './shipped-features.ts';

const STYLES = fileURLToPath(new URL('../../app/styles/', import.meta.url));
/** Folder for screenshots of the panels. */
const PICTURES = fileURLToPath(
  new URL('../../node_modules/.cache/atlas-tests/popups/', import.meta.url),
);
/** Width of the panel on a desktop in px. */
const WIDTH = 352;

let atlas: ShippedAtlas;
let features: ReadonlyMap<string, readonly FeatureHit[]>;
let browser: Browser;
beforeAll(async () => {
  atlas = await openShippedAtlas();
  features = await shippedFeatures(atlas.model, clickablePlaces(atlas.bundles['en']!));
  mkdirSync(PICTURES, { recursive: true });
  browser = await sharedBrowser();
});
afterAll(() => closePages(browser));

/** Returns the feature with the most remarks, then the most rows, out of about 300. */
function fullest(bundle: AtlasBundle, hits: readonly FeatureHit[]): FeatureHit {
  const step = Math.ceil(hits.length / 300);
  const fill = (hit: FeatureHit): number => {
    const { language: ofTitle, rows, sections } = compilePopup(bundle, hit);
    const all = [{ language: ofTitle }, ...rows, ...sections.flatMap((section) => section.rows)];
    return all.length + 1000 * all.filter(({ language }) => language !== undefined).length;
  };
  const ranked = hits
    .filter((_, i) => i % step === 0)
    .map((hit) => [fill(hit), hit] as const)
    .sort(([a], [b]) => b - a);
  return ranked[0]![1];
}

/** Renders the panel of a feature as the application shows it after all requests have succeeded. */
async function panelOf(bundle: AtlasBundle, hit: FeatureHit): Promise<string> {
  const { properties } = hit;
  const store = new AtlasStore(bundle, {
    ...FIRST_VISIT,
    network: {
      json: async <T,>() => ({ ok: true, value: { properties } as T }),
      index: async () => ({ ok: true, value: bundle }),
    },
    address: { search: '', hash: '' },
  });
  store.side.select([hit]);
  await store.feature.loadDetails();
  return renderToStaticMarkup(
    <AtlasProvider value={store}>
      <FeaturePanel />
    </AtlasProvider>,
  );
}

/** Returns a page of panels side by side, with the styles of the application. */
function sheetOf(locale: string, panels: readonly string[]): string {
  const order = readFileSync(join(STYLES, '../index.html'), 'utf8').match(/[\w-]+\.css/g) ?? [];
  const css = order.map((name) => readFileSync(join(STYLES, name), 'utf8')).join('\n');
  const cell = `display: inline-block; width: ${WIDTH}px; border: 1px solid; margin: 4px`;
  const cells = panels.map((panel) => `<div style="${cell}">${panel}</div>`).join('');
  const open = 'html, body { height: auto; overflow: visible }';
  return `<html lang="${locale}"><style>${css}${open}</style><body><div style="columns: 5">${cells}</div>`;
}

describe.each(['en', 'fr'])('the panel of a feature of every dataset (%s)', (locale) => {
  it('has a text in every row, none truncated, and marks texts in another language', async () => {
    const bundle = atlas.bundles[locale]!;
    const panels: string[] = [];
    for (const hits of features.values()) panels.push(await panelOf(bundle, fullest(bundle, hits)));
    const page = await browser.newPage({ viewport: { width: 5 * (WIDTH + 12), height: 900 } });
    await page.setContent(sheetOf(locale, panels));
    await page.screenshot({ path: join(PICTURES, `${locale}.png`), fullPage: true });

    const titles = await page.locator('h2').allTextContents();
    expect(titles).toHaveLength(features.size);
    const rows = await page.locator('.attributes > div').evaluateAll((all) =>
      all.map((row) => ({
        text: row.textContent,
        isEmpty: [...row.children].some((child) => child.childNodes.length === 0),
        isCut: [...row.children].some((child) => child.scrollWidth > child.clientWidth),
      })),
    );
    expect(rows.length).toBeGreaterThan(4 * features.size);
    expect(rows.filter(({ isEmpty, isCut }) => isEmpty || isCut)).toEqual([]);
    const remark = locale === 'en' ? 'in French, as collected' : 'en anglais, tel que recueilli';
    const other = locale === 'en' ? 'fr' : 'en';
    const named = await page
      .locator('h2[lang]')
      .evaluateAll((all) =>
        all.map((title) => [title.getAttribute('lang'), title.nextElementSibling?.textContent]),
      );
    expect(named.length).toBeGreaterThan(4);
    for (const [lang, subtitle] of named) {
      expect(lang).toBe(other);
      expect(subtitle).toContain(remark);
    }
    const foreign = await page
      .locator('dd [lang]')
      .evaluateAll((all) =>
        all.map((text) => [text.getAttribute('lang'), text.nextElementSibling?.textContent]),
      );
    expect(foreign).toEqual([[other, `(${remark})`]]);
    await page.close();
  });
});
