import { decoderOf } from 'atlas-engine/readers';

/** Returns the text of a file: UTF-8 or UTF-16 by its mark, UTF-8, or else Windows-1252. */
export function textOf(bytes: Uint8Array): string {
  const label = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    return decoderOf(label)?.(bytes) ?? '';
  } catch {
    return decoderOf('windows-1252')?.(bytes) ?? '';
  }
}
