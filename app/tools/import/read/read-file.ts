import type { ReadFile } from '../../../stores/bundle/imported-store.ts';
import { runImport } from './run-import.ts';

/** Checks the size of a file before reading it, then reads it in a worker. */
export const readFile: ReadFile = async (file, { convert, limits, signal }) => {
  const { name, size } = file;
  if (size > limits.bytes)
    return { ok: false, problem: { code: 'too-large', limit: limits.bytes } };
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return { ok: false, problem: { code: 'not-read' } };
  }
  return runImport({ name, bytes, convert, limits }, signal);
};
