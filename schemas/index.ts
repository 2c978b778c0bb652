/**
 * The language as JSON Schemas (2020-12), one per kind of thing; refs between them go by file name,
 * so that all of them are added to one Ajv (`ajv/dist/2020`, `discriminator`, `allowUnionTypes`).
 */
import atlasFile from './atlas-file.schema.json' with { type: 'json' };
import attribution from './attribution.schema.json' with { type: 'json' };
import baseLayer from './base-layer.schema.json' with { type: 'json' };
import category from './category.schema.json' with { type: 'json' };
import classList from './class-list.schema.json' with { type: 'json' };
import common from './common.schema.json' with { type: 'json' };
import dataset from './dataset.schema.json' with { type: 'json' };
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

/** The top-level keys whose value is a list, and the schema of an entry. */
export const LIST_SCHEMAS = {
  categories: 'category',
  'base-layers': 'base-layer',
  services: 'service',
  datasets: 'dataset',
  sources: 'source',
  classes: 'class-list',
  templates: 'template',
  groups: 'group',
  projects: 'project',
  attribution: 'attribution',
} as const satisfies Readonly<Record<string, SchemaName>>;

/** The top-level keys that stand once, and the schema of their value; `atlas`, `id` and `title` are in `atlas-file`. */
export const SINGLE_SCHEMAS = {
  locales: 'locales',
  region: 'region',
  home: 'home',
  permissions: 'permissions',
  hillshade: 'hillshade',
  theme: 'theme',
  overlays: 'overlays',
  limits: 'limits',
  texts: 'texts',
} as const satisfies Readonly<Record<string, SchemaName>>;

export { keywords } from './keywords.ts';
