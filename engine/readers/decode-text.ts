import { WINDOWS_1252 } from './windows-1252.ts';
import { UnreadableData } from './unreadable-data.ts';

const BYTE_ORDER_MARKS = [
  [0xff, 0xfe],
  [0xfe, 0xff],
] as const;

/**
 * Decodes the text of a file, without a byte order mark. Throws `UnreadableData`; `help` says how to
 * fix a file that is not in the given encoding.
 */
export function decodeText(
  bytes: Uint8Array,
  name: string,
  encoding: 'utf-8' | 'windows-1252' = 'utf-8',
  help = 'Save it as UTF-8.',
): string {
  if (BYTE_ORDER_MARKS.some(([first, second]) => bytes[0] === first && bytes[1] === second))
    throw new UnreadableData(`The file \`${name}\` is UTF-16. Save it as UTF-8.`);
  try {
    return decoderOf(encoding)!(bytes);
  } catch {
    throw new UnreadableData(`The file \`${name}\` is not UTF-8. ${help}`);
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
