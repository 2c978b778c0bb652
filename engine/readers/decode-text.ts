import { WINDOWS_1252 } from './windows-1252.ts';
import { UnreadableData } from './unreadable-data.ts';

const BYTE_ORDER_MARKS = [
  [0xff, 0xfe],
  [0xfe, 0xff],
] as const;

/** How programs save a file of each kind as UTF-8. */
export const SAVE_AS_UTF8 = {
  table:
    'save it as UTF-8: in Excel with the file type “CSV UTF-8”, in QGIS with “Export > Save Features As” and the encoding UTF-8, in Notepad++ with “Encoding > Convert to UTF-8”',
  features:
    'save it as UTF-8: in QGIS with “Export > Save Features As” and the encoding UTF-8, in Notepad++ with “Encoding > Convert to UTF-8”',
  text: 'save it as UTF-8: in Notepad++ with “Encoding > Convert to UTF-8”, in Visual Studio Code with “Save with Encoding”',
} as const;

/**
 * Returns the place of the first byte that is not UTF-8, such as `line 3, column 8`. The bytes begin at
 * the line `first`.
 */
export function placeOfFault(bytes: Uint8Array, first = 1): string {
  const text = new TextDecoder('utf-8').decode(bytes);
  const before = text.slice(0, Math.max(text.indexOf('\ufffd'), 0)).split(/\r\n|\n|\r/);
  return `line ${first - 1 + before.length}, column ${before.at(-1)!.length + 1}`;
}

/** How the bytes of a file are decoded. */
export interface Encoded {
  /** Default: UTF-8. */
  readonly encoding?: 'utf-8' | 'windows-1252' | undefined;
  /** What the file has, for advice; default: features. */
  readonly kind?: 'table' | 'features';
  /** The line at which the bytes begin; default: 1. */
  readonly line?: number;
}

/**
 * Decodes the text of a file, without a byte order mark. Throws `UnreadableData`, which says how
 * to fix a file that is not in the given encoding. Only tables can have another one than UTF-8.
 */
export function decodeText(
  bytes: Uint8Array,
  name: string,
  { encoding = 'utf-8', kind = 'features', line }: Encoded = {},
): string {
  if (BYTE_ORDER_MARKS.some(([first, second]) => bytes[0] === first && bytes[1] === second))
    throw new UnreadableData(`The file \`${name}\` is UTF-16. To fix it, ${SAVE_AS_UTF8[kind]}.`);
  try {
    return decoderOf(encoding)!(bytes);
  } catch {
    throw new UnreadableData(
      `The file \`${name}\` is not UTF-8: the first wrong byte is in ${placeOfFault(bytes, line)}. ${kind === 'table' ? 'Add `encoding: windows-1252` under `load:`, or' : 'To fix it,'} ${SAVE_AS_UTF8[kind]}.`,
    );
  }
}

/**
 * Returns a decoder for an encoding, named by a label of the web's Encoding Standard; it throws a
 * `TypeError` for invalid bytes. Returns null for an unknown label.
 */
export function decoderOf(label: string): ((bytes: Uint8Array) => string) | null {
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    // Node decodes 0x80 to 0x9F of Windows-1252 as Latin-1.
    if (decoder.encoding === 'windows-1252') return decodeWindows1252;
    return (bytes) => decoder.decode(bytes);
  } catch {
    return null;
  }
}

function decodeWindows1252(bytes: Uint8Array): string {
  const latin1 = new TextDecoder('latin1').decode(bytes);
  return latin1.replaceAll(
    /[\u0080-\u009f]/g,
    (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80]!,
  );
}
