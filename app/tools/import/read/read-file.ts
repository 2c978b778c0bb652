import type { ReadFile } from '../../../stores/bundle/imported-store.ts';
import { runImport } from './run-import.ts';

/** Checks the size of a file before reading it, then reads it in a worker, which knows its format. */
export const readFile: ReadFile = async (file, { convert, limits, signal }) => {
  const { name, size } = file;
  const limit = Math.max(limits.bytes, limits.shapefileBytes);
  if (size > limit) return { ok: false, problem: { code: 'too-large', limit } };
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return { ok: false, problem: { code: 'not-read' } };
  }
  return runImport({ name, bytes, convert, limits }, signal);
};
