/** Loads the font of legends. It is part of the package, so that legends look the same on every server. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { GlobalFonts } from '@napi-rs/canvas';

/** Font files by script. Each file is a font family, used in this order. */
const PARTS = [
  ...['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic', 'devanagari'].map(
    (script) => `noto-sans/files/noto-sans-${script}`,
  ),
  'noto-sans-arabic/files/noto-sans-arabic-arabic',
];

let families: string | null = null;

/** Returns a CSS `font` for a size in pixels; the files are read at the first call. */
export function legendFont(size: number): string {
  families ??= PARTS.map((part) => {
    const name = `Atlas Legend ${part.split('/').at(-1)}`;
    const file = `@fontsource/${part}-400-normal.woff2`;
    GlobalFonts.register(readFileSync(fileURLToPath(import.meta.resolve(file))), name);
    return `"${name}"`;
  }).join(', ');
  return `${size}px ${families}, sans-serif`;
}
