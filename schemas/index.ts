/**
 * The language as JSON Schemas (2020-12), one per kind of entry, which refer to each other by file
 * name. They have additional keywords (`scripts/schemas/keywords.ts`); other validators can use
 * `atlas.schema.json`, which has only standard keywords.
 */
import atlasFile from './atlas-file.schema.json' with { type: 'json' };
import attribution from './attribution.schema.json' with { type: 'json' };
import baseLayer from './base-layer.schema.json' with { type: 'json' };
import category from './category.schema.json' with { type: 'json' };
import classList from './class-list.schema.json' with { type: 'json' };
import common from './common.schema.json' with { type: 'json' };
import dataset from './dataset.schema.json' with { type: 'json' };
import defaults from './defaults.schema.json' with { type: 'json' };
import form from './form.schema.json' with { type: 'json' };
import group from './group.schema.json' with { type: 'json' };
import hillshade from './hillshade.schema.json' with { type: 'json' };
import home from './home.schema.json' with { type: 'json' };
import interfaceWords from './interface.schema.json' with { type: 'json' };
import limits from './limits.schema.json' with { type: 'json' };
import locales from './locales.schema.json' with { type: 'json' };
import notice from './notice.schema.json' with { type: 'json' };
import overlays from './overlays.schema.json' with { type: 'json' };
import page from './page.schema.json' with { type: 'json' };
import permissions from './permissions.schema.json' with { type: 'json' };
import project from './project.schema.json' with { type: 'json' };
import region from './region.schema.json' with { type: 'json' };
import service from './service.schema.json' with { type: 'json' };
import source from './source.schema.json' with { type: 'json' };
import sublayer from './sublayer.schema.json' with { type: 'json' };
import shortForm from './short-form.schema.json' with { type: 'json' };
import template from './template.schema.json' with { type: 'json' };
import terms from './terms.schema.json' with { type: 'json' };
import texts from './texts.schema.json' with { type: 'json' };
import theme from './theme.schema.json' with { type: 'json' };
import tools from './tools.schema.json' with { type: 'json' };
import valueList from './value-list.schema.json' with { type: 'json' };

export const schemas = {
  'atlas-file': atlasFile,
  attribution,
  'base-layer': baseLayer,
  category,
  'class-list': classList,
  common,
  dataset,
  defaults,
  form,
  group,
  hillshade,
  home,
  interface: interfaceWords,
  limits,
  locales,
  notice,
  overlays,
  page,
  permissions,
  project,
  region,
  service,
  source,
  sublayer,
  'short-form': shortForm,
  template,
  terms,
  texts,
  theme,
  tools,
  'value-list': valueList,
} as const;

/** The name of a schema: a kind of entry, or one of the shared parts `common` and `short-form`. */
export type SchemaName = keyof typeof schemas;

type FileKeys = typeof atlasFile.properties;

/** The top-level keys with lists, which any number of files can extend. */
export type ListKind = {
  [K in keyof FileKeys]: FileKeys[K] extends { readonly items: object } ? K : never;
}[keyof FileKeys];

/** The top-level keys of language files. */
export const LOCALE_KINDS = ['interface', 'texts'] as const satisfies (keyof FileKeys)[];
export type LocaleKind = (typeof LOCALE_KINDS)[number];

/** The top-level keys that occur once in an atlas. */
export type SingleKind = Exclude<keyof FileKeys, ListKind | LocaleKind | 'defaults'>;

const fileKeys: Readonly<Record<string, object>> = atlasFile.properties;

/** Every top-level key of a file. */
export const FILE_KEYS: readonly string[] = Object.keys(fileKeys);
export const LIST_KINDS: readonly ListKind[] = FILE_KEYS.filter(isListKind);
export const SINGLE_KINDS: readonly SingleKind[] = FILE_KEYS.filter(isSingleKind);

/** The required top-level keys; lists need at least one entry. */
export const NEEDED_LISTS: readonly ListKind[] = atlasFile['x-needed'].filter(isListKind);
export const NEEDED_SINGLES: readonly SingleKind[] = atlasFile['x-needed'].filter(isSingleKind);

export function isListKind(key: string): key is ListKind {
  return Object.hasOwn(fileKeys, key) && 'items' in fileKeys[key]!;
}

export function isSingleKind(key: string): key is SingleKind {
  return Object.hasOwn(fileKeys, key) && !isPerFile(key) && !isListKind(key);
}

export function isLocaleKind(key: string): key is LocaleKind {
  return (LOCALE_KINDS as readonly string[]).includes(key);
}

/** Reports whether several files may have the key: those of language files, and `defaults`. */
export function isPerFile(key: string): key is LocaleKind | 'defaults' {
  return key === 'defaults' || isLocaleKind(key);
}
