import type { BundleSublayer } from '../bundle/bundle.ts';
import type { AtlasModel, ClassList, Group, Sublayer } from '../model/model.ts';
import type { Grounds } from '../values/grounds.ts';
import type { Candidate } from './compile-legend-symbols.ts';

/** The keys of a group or base map that its legend needs. A base map has `name` and `sublayers`. */
export type LegendOwner = Pick<Group, 'name' | 'sublayers'> &
  Partial<Pick<Group, 'legend' | 'project' | 'baseMap'>>;

/** Candidates of legend rows, grouped by class and then by look. */
export type MergedRows = readonly (readonly (readonly Candidate[])[])[];

/** A compiled value: one for all languages, or one per language. */
export type ByLocale<T> = { readonly all: T } | Map<string, T>;

/**
 * A cache that the checks, all languages and all levels share. It belongs to one model and is
 * independent of the server.
 */
export interface CompileTables {
  readonly grounds: Grounds;
  /** Layers without their popups and images. */
  readonly looks: Map<Sublayer, ByLocale<BundleSublayer>>;
  readonly legends: Map<LegendOwner, MergedRows>;
  /** Labels of the values of class lists, by language. */
  readonly labels: Map<ClassList, Map<string, Readonly<Record<string, string>>>>;
}

/** Creates empty compile tables for a model. */
export function createTables({ baseLayers }: Pick<AtlasModel, 'baseLayers'>): CompileTables {
  return {
    grounds: Object.fromEntries(baseLayers.map(({ id, ground }) => [id, ground] as const).sort()),
    looks: new Map(),
    legends: new Map(),
    labels: new Map(),
  };
}
