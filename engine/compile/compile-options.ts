import type { Bounds, BundleSource } from '../bundle/bundle.ts';
import type { AtlasModel, Level } from '../model/model.ts';
import { createTables, type CompileTables } from './compile-tables.ts';

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
  /** What earlier calls for the same model and files found; fresh ones when absent. */
  readonly tables?: CompileTables;
}

/** For whom layers are compiled, and where the sources they read are gathered. */
export interface CompileContext {
  readonly model: AtlasModel;
  readonly level: Level;
  readonly options: CompileOptions;
  readonly tables: CompileTables;
  /** By id; grows with every layer compiled. */
  readonly sources: Record<string, BundleSource>;
}

/** Makes a context that has gathered nothing. */
export function compileContext(
  model: AtlasModel,
  level: Level,
  options: CompileOptions,
): CompileContext {
  return { model, level, options, tables: options.tables ?? createTables(model), sources: {} };
}
