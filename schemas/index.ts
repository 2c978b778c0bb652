/**
 * The language as JSON Schemas (2020-12), one per kind of thing; references between them go by file
 * name. They have keywords of their own (`scripts/schemas/keywords.ts`); other validators take
 * `atlas.schema.json`, which has none.
 */
import atlasFile from './atlas-file.schema.json' with { type: 'json' };
import attribution from './attribution.schema.json' with { type: 'json' };
import baseLayer from './base-layer.schema.json' with { type: 'json' };
import category from './category.schema.json' with { type: 'json' };
import classList from './class-list.schema.json' with { type: 'json' };
import common from './common.schema.json' with { type: 'json' };
import dataset from './dataset.schema.json' with { type: 'json' };
import defaults from './defaults.schema.json' with { type: 'json' };
import group from './group.schema.json' with { type: 'json' };
import hillshade from './hillshade.schema.json' with { type: 'json' };
import home from './home.schema.json' with { type: 'json' };
import limits from './limits.schema.json' with { type: 'json' };
import locales from './locales.schema.json' with { type: 'json' };
import overlays from './overlays.schema.json' with { type: 'json' };
import permissions from './permissions.schema.json' with { type: 'json' };
import project from './project.schema.json' with { type: 'json' };
import region from './region.schema.json' with { type: 'json' };
import service from './service.schema.json' with { type: 'json' };
import source from './source.schema.json' with { type: 'json' };
import sublayer from './sublayer.schema.json' with { type: 'json' };
import sugar from './sugar.schema.json' with { type: 'json' };
import template from './template.schema.json' with { type: 'json' };
import texts from './texts.schema.json' with { type: 'json' };
import theme from './theme.schema.json' with { type: 'json' };

export const schemas = {
  'atlas-file': atlasFile,
  attribution,
  'base-layer': baseLayer,
  category,
  'class-list': classList,
  common,
  dataset,
  defaults,
  group,
  hillshade,
  home,
  limits,
  locales,
  overlays,
  permissions,
  project,
  region,
  service,
  source,
  sublayer,
  sugar,
  template,
  texts,
  theme,
} as const;

/** The name of a schema: a kind of thing, or one of the shared parts `common` and `sugar`. */
export type SchemaName = keyof typeof schemas;

type FileKeys = typeof atlasFile.properties;

/** The top-level keys whose value is a list, which any number of files may add to. */
export type ListKind = {
  [K in keyof FileKeys]: FileKeys[K] extends { readonly items: object } ? K : never;
}[keyof FileKeys];

/** The top-level keys that an atlas has once; `texts` is of each language, `defaults` of each file. */
export type SingleKind = Exclude<keyof FileKeys, ListKind | 'texts' | 'defaults'>;

const fileKeys: Readonly<Record<string, object>> = atlasFile.properties;

/** Every top-level key of a file. */
export const FILE_KEYS: readonly string[] = Object.keys(fileKeys);
export const LIST_KINDS: readonly ListKind[] = FILE_KEYS.filter(isListKind);
export const SINGLE_KINDS: readonly SingleKind[] = FILE_KEYS.filter(isSingleKind);

/** The top-level keys without which there is no atlas; its lists have an entry at least. */
export const NEEDED_LISTS: readonly ListKind[] = atlasFile['x-needed'].filter(isListKind);
export const NEEDED_SINGLES: readonly SingleKind[] = atlasFile['x-needed'].filter(isSingleKind);

export function isListKind(key: string): key is ListKind {
  return Object.hasOwn(fileKeys, key) && 'items' in fileKeys[key]!;
}

export function isSingleKind(key: string): key is SingleKind {
  const isPerFile = key === 'texts' || key === 'defaults';
  return Object.hasOwn(fileKeys, key) && !isPerFile && !isListKind(key);
}
