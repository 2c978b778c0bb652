/** Styles and paddings say start and end, so that pages of every writing direction use the same ones. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { marginsOf, mapPadding } from '../../../app/map/map-padding.ts';
import type { AtlasStore } from '../../../app/stores/atlas-store.ts';

/** What names a side that is the same in every language. */
const SIDES: readonly string[] = [
  // MapLibre moves the box from the left.
  'app/styles/map.css: left: 0',
  // The tick of a checkbox is a turned corner, not a part of the line.
  'app/styles/rows.css: border-width: 0 2px 2px 0',
  // The tokens that stand for the two directions.
  'app/styles/tokens.css: --end: right',
  'app/styles/tokens.css: --end: left',
];

/** Returns the declarations of a style sheet that name a side, also by a third or fourth value. */
function sidesIn(css: string): string[] {
  const declarations = css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .matchAll(/(?<=[{;]\s*)([\w-]+):\s*([^;{}]+)/g);
  return [...declarations].flatMap(([, name = '', value = '']) => {
    const parts = value.replaceAll(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '()').split(/\s+/);
    const isNamed = /\b(?:left|right)\b/.test(`${name} ${value}`);
    const isFour =
      /^(?:padding|margin|inset|border-width|scroll-margin|scroll-padding)$/.test(name) &&
      parts.length === 4 &&
      parts[1] !== parts[3];
    const isRound = name === 'border-radius' && parts.length > 1 && parts[0] !== parts[1];
    return isNamed || isFour || isRound ? [`${name}: ${value.trim()}`] : [];
  });
}

afterEach(() => vi.unstubAllGlobals());

describe('start and end', () => {
  it('finds what names a side', () => {
    const css =
      '.a { margin-left: 1px; padding: 1px 2px 3px 4px; text-align: right; inset: 0 1px; }';
    expect(sidesIn(css)).toEqual([
      'margin-left: 1px',
      'padding: 1px 2px 3px 4px',
      'text-align: right',
    ]);
  });

  it('no rule names left or right where start or end is meant', () => {
    const files = readdirSync('app', { recursive: true, encoding: 'utf8' });
    const found = files
      .filter((path) => path.endsWith('.css'))
      .flatMap((path) =>
        sidesIn(readFileSync(`app/${path}`, 'utf8')).map((one) => `app/${path}: ${one}`),
      );
    expect(new Set(found)).toEqual(new Set(SIDES));
  });

  it.each([
    ['es', { right: 360, left: 0, end: 'right' }],
    ['ar', { right: 0, left: 360, end: 'left' }],
  ] as const)('the side panel covers the edge where lines end: %s', (locale, edges) => {
    vi.stubGlobal('window', { innerWidth: 1280, innerHeight: 800 });
    const ui = { embedded: false, phone: false };
    const atlas = { bundles: { index: { locale } }, ui, side: { isOpen: true } };
    // The function reads no more of the store.
    const padding = mapPadding(atlas as unknown as AtlasStore);
    expect(padding).toMatchObject(edges);
    const margins = marginsOf(padding, { beside: true, isLimited: false });
    const [start, end] = edges.end === 'right' ? ['left', 'right'] : ['right', 'left'];
    expect(margins).toMatchObject({ [start!]: 32, [end!]: 360 + 92 + 32 });
  });
});
