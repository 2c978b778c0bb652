import type { FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileUses, type AtlasModel, type PictureFacts } from 'atlas-engine';
import { openFile } from '../../server/load/files/read-bytes.ts';

/** Number of bytes that are read from a file. The first tag of an SVG is within them. */
const HEAD_BYTES = 65_536;

/** First bytes of picture formats that browsers support; `.` is any byte. */
const PIXELS = /^(?:\x89PNG|\xff\xd8\xff|GIF8|RIFF.{4}WEBP|.{4}ftyp(?:avif|avis|mif1))/s;

/** Keys that refer to files other than pictures. */
const NO_PICTURES: readonly string[] = ['file', 'driver'];

/**
 * Reads the beginning of the pictures for browsers, such as icons and thumbnails, and returns their
 * facts by path. Missing files, which other checks report, are left out.
 */
export async function inspectPictures(
  model: AtlasModel,
  configDir: string,
): Promise<ReadonlyMap<string, PictureFacts>> {
  const facts = new Map<string, PictureFacts>();
  const uses = fileUses(model).filter(({ key }) => !NO_PICTURES.includes(key));
  for (const path of new Set(uses.map((use) => use.path))) {
    const file = await openFile(join(configDir, path), basename(path)).catch(() => null);
    if (!file) continue;
    try {
      const found = pictureFacts(await headOf(file));
      const { size: bytes } = await file.stat();
      facts.set(path, found.kind === 'other' ? found : { ...found, bytes });
    } finally {
      await file.close();
    }
  }
  return facts;
}

async function headOf(file: FileHandle): Promise<Buffer> {
  const head = Buffer.alloc(HEAD_BYTES);
  const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
  return head.subarray(0, bytesRead);
}

/** Identifies a picture by the first bytes of its file. */
export function pictureFacts(head: Uint8Array): PictureFacts {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  if (bytes.length === 0) return { kind: 'other', what: 'empty' };
  if (PIXELS.test(bytes.toString('latin1', 0, 32))) {
    const size = sizeOfPng(bytes);
    return size ? { kind: 'pixels', size } : { kind: 'pixels' };
  }
  const text = bytes.toString('utf8');
  if (text.startsWith('%PDF-')) return { kind: 'other', what: 'pdf' };
  const [, name, rest] = FIRST_TAG.exec(text.replace(BEFORE_FIRST_TAG, '')) ?? [];
  if (name === 'svg') return svgFacts(rest!);
  if (name !== undefined) return { kind: 'other', what: name === 'html' ? 'html' : 'xml' };
  return {
    kind: 'other',
    what: text.includes('\0') || text.includes('\ufffd') ? 'unknown' : 'text',
  };
}

/** Returns the width and height of a PNG, from its first chunk; null for another format. */
function sizeOfPng(bytes: Buffer): readonly [width: number, height: number] | null {
  const isPng = bytes.length >= 24 && bytes.toString('latin1', 12, 16) === 'IHDR';
  return isPng ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : null;
}

const BEFORE_FIRST_TAG =
  /^\ufeff?(?:\s+|<\?[^>]*\?>|<!--.*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?\s*>)*/is;
const FIRST_TAG = /^<(?:\w+:)?(\w+)\b([^>]*)>/;

/** Matches a length that does not depend on the element around the picture, unlike `100%`. */
const LENGTH = /^\s*\d*\.?\d+\s*(?:px|pt|pc|mm|cm|in|em|ex|rem|q)?\s*$/i;

function svgFacts(attributes: string): PictureFacts {
  const found = new Map(
    [...attributes.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
      ([, name, double, single]) => [name!, double ?? single ?? ''] as const,
    ),
  );
  // Without the namespace, browsers treat the file as generic XML.
  if (![...found.values()].includes('http://www.w3.org/2000/svg'))
    return { kind: 'other', what: 'svg-without-namespace' };
  const viewBox = found.get('viewBox') ?? null;
  const lengths = ['width', 'height'].filter((name) => LENGTH.test(found.get(name) ?? '')).length;
  const isStyled = /\b(?:width|height)\s*:/.test(found.get('style') ?? '');
  // One length is enough if the other can be computed from the view box.
  const isSized = isStyled || lengths === 2 || (lengths === 1 && viewBox !== null);
  return { kind: 'svg', viewBox, isSized };
}
