import type { StyleResources } from '../../engine/runtime.ts';
import regular from '@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff2?url';
import medium from '@fontsource/noto-sans/files/noto-sans-latin-500-normal.woff2?url';
import semibold from '@fontsource/noto-sans/files/noto-sans-latin-600-normal.woff2?url';
import serifItalic from '@fontsource/noto-serif/files/noto-serif-latin-400-italic.woff2?url';
import type { AtlasStore } from '../stores/atlas-store.ts';

/** The faces the map can write in, by the name a style uses. */
const FONTS: Readonly<Record<string, string>> = {
  'Noto Sans': regular,
  'Noto Sans Regular': regular,
  'Noto Sans Medium': medium,
  'Noto Sans SemiBold': semibold,
  'Noto Serif Italic': serifItalic,
};

/** What a style needs beside the bundle. */
export function mapResources(_atlas: AtlasStore): StyleResources {
  return { fonts: FONTS, documents: {} };
}
