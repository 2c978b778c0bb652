import type * as Config from '../../../schemas/config.g.ts';
import type { DerivedLayer } from '../../model/derived.ts';
import type { Condition, Dataset, Driver, Feeds, Field, Level } from '../../model/model.ts';
import { present } from '../../basics/present.ts';
import { withLooks } from '../../values/looks.ts';
import { lookUp, sameText, type ResolveContext } from '../context.ts';
import { entriesOf } from '../entries-of.ts';
import { reportMissingFile, resolveFolder } from '../missing-file.ts';
import {
  resolveBorder,
  resolveFieldLevel,
  resolvePermission,
  strictestDenial,
} from './resolve-access.ts';
import { resolveConditions } from '../values/resolve-conditions.ts';
import { resolveConsent } from './resolve-consent.ts';
import { resolveFeeds } from './resolve-feeds.ts';
import { withLanguages } from './resolve-languages.ts';
import { resolveInfo } from '../resolve-listed.ts';
import { NO_SERVICE, resolveLoad } from './resolve-load.ts';
import { resolvePixels } from './resolve-pixels.ts';

/**
 * Resolves one dataset. Diagnostics: `unknown-classes`, `raster-from-service`,
 * `driver-without-tiles`, `file-missing`, `folder-missing`, `folder-without-photos`,
 * `unknown-field` (for `key`, `only`, `search`), those of access, borders, consent, `load`, pixels, texts and
 * conditions.
 */
export function resolveDataset(raw: Config.Dataset, context: ResolveContext): Dataset | undefined {
  const { id, geometry, load } = raw;
  const permission = resolvePermission(raw, context);
  if (!permission) return undefined;
  const fields = resolveFields(raw, permission.view, context);
  if (geometry === 'raster' && load.service !== undefined)
    context.report.error('raster-from-service', { node: load, key: 'service' }, { dataset: id });
  const feeds = resolveFeeds(raw, new Set(fields.keys()), context);
  const derived: DerivedLayer[] = [];
  const asks: Condition[][] = [];
  const dataset: Dataset = {
    id,
    geometry,
    permission,
    whenDenied: strictestDenial([permission.view], raw['when-denied']),
    border: resolveBorder(raw, permission, context),
    load: resolveLoad(load, geometry, context),
    key: raw.key ?? null,
    demo: raw.demo ?? false,
    only: resolveConditions(raw.only, context),
    allowEmpty: raw['allow-empty'] ?? false,
    fields,
    feeds,
    driver: driverOf(raw, feeds, context),
    derived,
    asks,
    info: resolveInfo(raw.info, context),
    ...present({
      consent: raw.consent && resolveConsent(id, raw.consent, context),
      pixels: resolvePixels(raw, context),
    }),
  };
  context.nodes.set(dataset, raw);
  context.derived.set(dataset, derived);
  context.asks.set(dataset, asks);
  return dataset;
}

function resolveFields(
  { fields = {} }: Config.Dataset,
  view: Level,
  context: ResolveContext,
): ReadonlyMap<string, Field> {
  const isDeclared = (name: string): boolean => Object.hasOwn(fields, name);
  const all = entriesOf(fields).flatMap(([name, raw]) =>
    withLanguages(resolveField(name, raw, view, context), raw, isDeclared, context),
  );
  return new Map(all.map((field) => [field.name, field]));
}

function resolveField(
  name: string,
  raw: Config.DatasetField,
  view: Level,
  context: ResolveContext,
): Field {
  const { texts } = context;
  if (raw.folder !== undefined && raw.format !== 'photos')
    context.report.error('folder-without-photos', { node: raw, key: 'folder', part: 'key' }, {});
  const field: Field = present({
    name,
    type: raw.type,
    label: texts.resolveOptional(raw, 'label') ?? sameText(name, context.locales),
    unit: texts.resolveOptional(raw, 'unit'),
    format: raw.format,
    language: raw.language,
    folder: resolveFolder(raw, 'folder', context),
    permission: resolveFieldLevel(name, { raw, view }, context),
    ...resolveDomain(raw, context),
    booleans: raw.type === 'boolean' ? context.booleans : undefined,
    parse: raw.parse ?? [],
    nullValues: raw['null-values'] ?? [],
  });
  context.nodes.set(field, raw);
  return field;
}

type Domain = Pick<Field, 'values' | 'classes'>;

function resolveDomain(raw: Config.DatasetField, context: ResolveContext): Domain {
  const { values = null } = raw;
  if (values === null || Array.isArray(values)) return { values };
  if (typeof values === 'string') return domainOfList(values, raw, context);
  if (values.words) return domainOfWords(values.words, raw.type, context);
  const target = { node: values, key: 'classes' };
  const classes = lookUp('classes', values.classes ?? '', target, context);
  if (!classes) return { values: null };
  if (classes.kind !== 'values') {
    context.report.error('classes-without-values', target, { classes: classes.id });
    return { values: null };
  }
  return { values: classes.entries.flatMap((entry) => entry.values), classes };
}

/** Resolves the id of a value list. Diagnostic: `unknown-values`. */
function domainOfList(id: string, raw: Config.DatasetField, context: ResolveContext): Domain {
  const found = lookUp('values', id, { node: raw, key: 'values' }, context);
  if (!found) return { values: null };
  context.usedValues.add(id);
  const { words, list = null } = found;
  return words ? domainOfWords(words, raw.type, context) : { values: list };
}

/** Resolves `{ words }`: its keys are the values, converted to the field's type. */
function domainOfWords(
  words: { readonly [value: string]: Config.Text },
  type: Field['type'],
  { texts }: ResolveContext,
): Domain {
  const isNumber = type === 'integer' || type === 'number';
  const entries = entriesOf(words).map(([key]) => ({
    values: [isNumber ? Number(key) : key],
    color: null,
    shades: {},
    label: texts.resolve(words, key),
  }));
  const unnamed = { kind: 'values', id: '', field: '', default: null, missing: null } as const;
  return {
    values: entries.flatMap((entry) => entry.values),
    classes: withLooks({ ...unnamed, entries }),
  };
}

function driverOf(raw: Config.Dataset, feeds: Feeds, context: ResolveContext): Driver {
  const { driver = 'store' } = raw;
  if (driver === 'store') return { kind: 'store' };
  if (feeds.tiles === null)
    context.report.error('driver-without-tiles', { node: raw, key: 'driver', part: 'key' }, {});
  const { pmtiles } = driver;
  const common = { kind: 'pmtiles', sourceLayer: driver['source-layer'] ?? raw.id } as const;
  if (typeof pmtiles === 'string') {
    reportMissingFile({ node: driver, key: 'pmtiles' }, pmtiles, context);
    return { ...common, file: pmtiles };
  }
  const target = { node: pmtiles, key: 'service' };
  const service = lookUp('service', pmtiles.service, target, context) ?? NO_SERVICE;
  return { ...common, service, path: pmtiles.path };
}
