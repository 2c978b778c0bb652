import { decoderOf } from 'atlas-engine/readers';

/** Returns the text of a file: UTF-8 or UTF-16 by its mark, UTF-8, or else Windows-1252. */
export function textOf(bytes: Uint8Array): string {
  try {
    return decoderOf(labelOf(bytes))?.(bytes) ?? '';
  } catch {
    return decoderOf('windows-1252')?.(bytes) ?? '';
  }
}

function labelOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
