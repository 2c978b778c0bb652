/**
 * Windows-1252 shows other characters than Latin-1 for the bytes 0x80 to 0x9F (Unicode's own
 * mapping table CP1252.TXT), in this order; text spoilt on Windows holds these.
 */
export const WINDOWS_1252 =
  '\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F' +
  '\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178';

const BYTE_OF = new Map<string, number>();
for (let byte = 0x80; byte < 0x100; byte++) BYTE_OF.set(String.fromCharCode(byte), byte);
[...WINDOWS_1252].forEach((character, index) => BYTE_OF.set(character, 0x80 + index));

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a text again as UTF-8 when it is UTF-8 that was read as Latin-1 or Windows-1252; returns
 * every other text as it is. A rightly read accent is no UTF-8 sequence and stays.
 */
export function mendText(text: string): string {
  if (!/[\u0080-\uFFFF]/.test(text)) return text;
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const byte = code < 0x80 ? code : BYTE_OF.get(text[i]!);
    if (byte === undefined) return text;
    bytes[i] = byte;
  }
  try {
    return utf8.decode(bytes);
  } catch {
    return text;
  }
}

/** Mends every text inside a JSON value, keys included. */
export function mendTexts(value: unknown): unknown {
  if (typeof value === 'string') return mendText(value);
  if (Array.isArray(value)) return value.map(mendTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [mendText(key), mendTexts(item)]),
  );
}
