import type { BundleSublayer } from '../bundle/bundle.ts';
import type { AtlasModel, ClassList, Group, Sublayer } from '../model/model.ts';
import type { Grounds } from '../values/grounds.ts';
import type { Candidate } from './compile-legend-symbols.ts';

/** Candidates of legend rows: by what they show, then by how it is drawn. */
export type MergedRows = readonly (readonly (readonly Candidate[])[])[];

/** A thing compiled: one for all languages, or one for each. */
export type ByLocale<T> = { readonly all: T } | Map<string, T>;

/**
 * What compiling finds once and the check, every language and every level take from there. One
 * serves one model, whatever the server knows beside it.
 */
export interface CompileTables {
  readonly grounds: Grounds;
  /** Layers without their popups and pictures. */
  readonly looks: Map<Sublayer, ByLocale<BundleSublayer>>;
  readonly legends: Map<Group, MergedRows>;
  /** Words of the values of class lists, by language. */
  readonly labels: Map<ClassList, Map<string, Readonly<Record<string, string>>>>;
}

/** Makes the empty tables of a model. */
export function createTables({ baseLayers }: Pick<AtlasModel, 'baseLayers'>): CompileTables {
  return {
    grounds: Object.fromEntries(baseLayers.map(({ id, ground }) => [id, ground] as const).sort()),
    looks: new Map(),
    legends: new Map(),
    labels: new Map(),
  };
}
