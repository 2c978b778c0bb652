import type { Bounds } from '../bundle/bundle.ts';
/**
 * What compiling a bundle needs beside the model: the language, and what only the server knows.
 * All functions are pure look-ups; the same answers give the same bundle, byte for byte.
 */
export interface CompileOptions {
  readonly locale: string;
  /** Hash of what readers of a level receive of a dataset; null before the first load. */
  readonly version: (dataset: string, level: string) => string | null;
  /** Where the features of a dataset lie, in degrees; null when empty or not loaded. */
  readonly bounds: (dataset: string) => Bounds | null;
  /** Address of an outside service; null when it is switched off. */
  readonly address: (service: string) => string | null;
  /** Origins of further hosts that a service leads browsers to; none when absent. */
  readonly hosts?: (service: string) => readonly string[];
  /** Hash of a file of the configuration, for its address; null when it is not known. */
  readonly fileVersion: (path: string) => string | null;
  /** Hash of a text, for immutable addresses: at least 64 bits, URL-safe. */
  readonly hash: (text: string) => string;
}
