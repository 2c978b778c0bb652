import regular from '@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff2?url';
import medium from '@fontsource/noto-sans/files/noto-sans-latin-500-normal.woff2?url';
import semibold from '@fontsource/noto-sans/files/noto-sans-latin-600-normal.woff2?url';
import regularMore from '@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff2?url';
import mediumMore from '@fontsource/noto-sans/files/noto-sans-latin-ext-500-normal.woff2?url';
import semiboldMore from '@fontsource/noto-sans/files/noto-sans-latin-ext-600-normal.woff2?url';
import serifItalic from '@fontsource/noto-serif/files/noto-serif-latin-400-italic.woff2?url';
import serifItalicMore from '@fontsource/noto-serif/files/noto-serif-latin-ext-400-italic.woff2?url';
import arabicRegular from '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff2?url';
import arabicMedium from '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-500-normal.woff2?url';
import arabicSemibold from '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-600-normal.woff2?url';
import type { StyleResources } from 'atlas-engine/runtime';
import type { AtlasStore } from '../stores/atlas-store.ts';

/** Unicode ranges of more files of a font. Each is fetched only if a label needs it. */
const LATIN_EXTENDED = ['U+0100-0151', 'U+0154-02BA', 'U+1E00-1EFF', 'U+A720-A7FF'];
/** MapLibre joins Arabic letters, and draws their presentation forms. */
const ARABIC = ['U+0600-06FF', 'U+0750-077F', 'U+0870-08FF', 'U+FB50-FDFF', 'U+FE70-FEFC'];

const face = (latin: string, more: string, arabic: string) => [
  { url: latin, 'unicode-range': ['U+0000-00FF', 'U+0152-0153', 'U+2000-206F', 'U+20AC'] },
  { url: more, 'unicode-range': LATIN_EXTENDED },
  { url: arabic, 'unicode-range': ARABIC },
];

/** The fonts of map labels, by the name that a style uses. */
const FONTS: NonNullable<StyleResources['fonts']> = {
  'Noto Sans Regular': face(regular, regularMore, arabicRegular),
  'Noto Sans Medium': face(medium, mediumMore, arabicMedium),
  'Noto Sans SemiBold': face(semibold, semiboldMore, arabicSemibold),
  'Noto Serif Italic': face(serifItalic, serifItalicMore, arabicRegular),
};

/** Returns the fonts and style documents that `compileStyle` needs besides the bundle. */
export function mapResources({ documents }: AtlasStore): StyleResources {
  return { fonts: FONTS, documents: documents.all };
}
