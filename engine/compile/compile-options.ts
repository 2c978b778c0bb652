import type { Bounds } from '../basics/values.ts';
import type { BundleSource } from '../bundle/bundle.ts';
import type { AtlasModel, Level } from '../model/model.ts';
import { createTables, type CompileTables } from './compile-tables.ts';

/** A value of a field, null for none, and the rectangle around the features that have it. */
export type PlaceOfValue = readonly [value: string | number | boolean | null, place: Bounds];

/**
 * Inputs of a bundle other than the model: the language, and facts from the server. All functions
 * are pure; the same results give the same bundle, byte for byte.
 */
export interface CompileOptions {
  readonly locale: string;
  /**
   * Returns a hash of the content that readers of a level receive from a dataset; null before the
   * first load.
   */
  readonly version: (dataset: string, level: string) => string | null;
  /** Returns the extent of a dataset in degrees; null when it is empty or not loaded. */
  readonly bounds: (dataset: string) => Bounds | null;
  /**
   * Returns the zoom from which on the tiles of a dataset have all features that readers of a level
   * see; null when all tiles have. None by default.
   */
  readonly wholeFrom?: (dataset: string, level: string) => number | null;
  /**
   * Returns the least and the greatest number of a field of a dataset; null when there are none. None
   * by default.
   */
  readonly range?: (dataset: string, field: string) => readonly [number, number] | null;
  /**
   * Returns where the values of a field of a dataset occur; null when it is unknown. None by default.
   */
  readonly places?: (dataset: string, field: string) => readonly PlaceOfValue[] | null;
  /** Returns the address of an outside service; null when it is off. */
  readonly address: (service: string) => string | null;
  /**
   * Returns the origins of other hosts from which browsers load data of a service; none by default.
   */
  readonly hosts?: (service: string) => readonly string[];
  /** Returns a hash of a file of the configuration, for its address; null when unknown. */
  readonly fileVersion: (path: string) => string | null;
  /**
   * Returns a picture of the configuration as a `data:` address; null when it is too large for a bundle.
   * None by default.
   */
  readonly picture?: (path: string) => string | null;
  /**
   * Returns the address of the frame of a project (`frameOf`) as GeoJSON and the bounds of its outline;
   * null when the outline has no features. None by default.
   */
  readonly frame?: (project: string) => { readonly path: string; readonly bounds: Bounds } | null;
  /** Returns a hash of a text for immutable addresses: at least 64 bits, URL-safe. */
  readonly hash: (text: string) => string;
  /** Results of earlier calls for the same model and files; new tables by default. */
  readonly tables?: CompileTables;
}

/** The reader of the layers, and the collected sources. */
export interface CompileContext {
  readonly model: AtlasModel;
  readonly level: Level;
  readonly options: CompileOptions;
  readonly tables: CompileTables;
  /** The collected sources by id. Every compiled layer adds its source. */
  readonly sources: Record<string, BundleSource>;
}

/** Creates a compile context in which no sources are collected yet. */
export function compileContext(
  model: AtlasModel,
  level: Level,
  options: CompileOptions,
): CompileContext {
  return { model, level, options, tables: options.tables ?? createTables(model), sources: {} };
}
