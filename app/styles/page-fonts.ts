/**
 * The fonts of the page: Noto Sans, Noto Sans Arabic and Noto Serif by Google, under the SIL Open Font
 * License 1.1, from the @fontsource packages.
 */
import arabic from '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff2?url';
import arabicMedium from '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-500-normal.woff2?url';
import arabicSemibold from '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-600-normal.woff2?url';
import sans from '@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff2?url';
import sansMedium from '@fontsource/noto-sans/files/noto-sans-latin-500-normal.woff2?url';
import sansSemibold from '@fontsource/noto-sans/files/noto-sans-latin-600-normal.woff2?url';
import sansMore from '@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff2?url';
import serif from '@fontsource/noto-serif/files/noto-serif-latin-600-normal.woff2?url';
import serifMore from '@fontsource/noto-serif/files/noto-serif-latin-ext-600-normal.woff2?url';

const LATIN =
  'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD';
const EXTENDED =
  'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+1E00-1E9F, U+1EF2-1EFF, U+20A0-20AB, U+20AD-20C0, U+2C60-2C7F, U+A720-A7FF';
const ARABIC = 'U+0600-06FF, U+0750-077F, U+0870-08FF, U+2E41, U+FB50-FDFF, U+FE70-FEFC';

/** A file with letters of a font, and the weights for which it is used. */
interface FontFile {
  readonly family: string;
  readonly weights: readonly string[];
  readonly address: string;
  readonly letters: string;
}

const SANS = 'Noto Sans';
const SERIF = 'Noto Serif';

const FILES: readonly FontFile[] = [
  { family: SANS, weights: ['400'], address: sans, letters: LATIN },
  { family: SANS, weights: ['500'], address: sansMedium, letters: LATIN },
  { family: SANS, weights: ['600'], address: sansSemibold, letters: LATIN },
  // A browser searches the files of one weight only.
  { family: SANS, weights: ['400', '500', '600'], address: sansMore, letters: EXTENDED },
  { family: SANS, weights: ['400'], address: arabic, letters: ARABIC },
  { family: SANS, weights: ['500'], address: arabicMedium, letters: ARABIC },
  { family: SANS, weights: ['600'], address: arabicSemibold, letters: ARABIC },
  { family: SERIF, weights: ['600'], address: serif, letters: LATIN },
  { family: SERIF, weights: ['600'], address: serifMore, letters: EXTENDED },
  { family: SERIF, weights: ['600'], address: arabicSemibold, letters: ARABIC },
];

/** The files that the page has, or loads when a text needs them. */
const known = new Set<FontFile>();

/** The files that the map has fetched and the page has read. */
const taken = new Set<FontFile>();

/** Faces that the page does not use yet. */
const held: FontFace[] = [];

/** The files that the page needs before it uses any: all weights of its text. */
const TOGETHER: readonly FontFile[] = FILES.filter(
  ({ family, weights, letters }) => family === SANS && letters === LATIN && weights.length === 1,
);

/**
 * Uses a font that the map has fetched, so that it is fetched once, and the texts of the page keep
 * their sizes when the names of the map have been placed around them. The weights are used together:
 * of a family without the normal weight, a browser shows a heavier one, and lines break elsewhere.
 */
export async function takeFontOfMap(address: string, bytes: ArrayBuffer): Promise<void> {
  const file = FILES.find((one) => new URL(one.address, window.location.href).href === address);
  if (!file || known.has(file)) return;
  known.add(file);
  try {
    const faces = facesOf(file, bytes);
    await Promise.all(faces.map((face) => face.load()));
    held.push(...faces);
    taken.add(file);
    if (TOGETHER.every((one) => taken.has(one))) useHeld();
  } catch {
    // Damaged. The page fetches it by itself.
    known.delete(file);
  }
}

/** Loads all other fonts of the page, each when a text first needs it. */
export function loadFonts(): void {
  for (const file of FILES) {
    if (known.has(file)) continue;
    known.add(file);
    held.push(...facesOf(file, `url(${file.address})`));
  }
  useHeld();
}

function useHeld(): void {
  for (const face of held.splice(0)) document.fonts.add(face);
}

function facesOf(
  { family, weights, letters }: FontFile,
  source: string | ArrayBuffer,
): readonly FontFace[] {
  return weights.map(
    (weight) => new FontFace(family, source, { weight, unicodeRange: letters, display: 'swap' }),
  );
}
