/** The font of legends: the interface's own, so that words look alike wherever the server runs. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { GlobalFonts } from '@napi-rs/canvas';

/** Scripts the files cover; each is a family, asked for in this order. */
const PARTS = ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic', 'devanagari'];

let families: string | null = null;

/** A CSS `font` of a size in pixels; the font is read when it is first asked for. */
export function legendFont(size: number): string {
  families ??= PARTS.map((part) => {
    const name = `Atlas Legend ${part}`;
    const file = `@fontsource/noto-sans/files/noto-sans-${part}-400-normal.woff2`;
    GlobalFonts.register(readFileSync(fileURLToPath(import.meta.resolve(file))), name);
    return `"${name}"`;
  }).join(', ');
  return `${size}px ${families}, sans-serif`;
}
