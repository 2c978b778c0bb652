import { WINDOWS_1252 } from 'atlas-engine/readers';

const BYTE_OF = new Map<string, number>();
for (let byte = 0x80; byte < 0x100; byte++) BYTE_OF.set(String.fromCharCode(byte), byte);
[...WINDOWS_1252].forEach((character, index) => BYTE_OF.set(character, 0x80 + index));

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Decodes a text again as UTF-8 if it is UTF-8 that was read as Latin-1 or Windows-1252, and returns
 * any other text unchanged: correctly decoded accents do not form UTF-8 sequences.
 */
export function repairText(text: string): string {
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

/** Repairs every text in a JSON value, keys included. */
export function repairTexts(value: unknown): unknown {
  if (typeof value === 'string') return repairText(value);
  if (Array.isArray(value)) return value.map(repairTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [repairText(key), repairTexts(item)]),
  );
}
