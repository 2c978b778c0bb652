import { suggest } from '../diagnostics/suggest.ts';
import { isMapping } from '../expand/check-skeleton.ts';
import type { Dataset, Driver, Feeds, Field, FieldType, Info, Level } from '../model/model.ts';
import type { RawNode } from '../model/report.ts';
import { lookUp, sameText, type ResolveContext } from './context.ts';
import { resolveFieldLevel, resolvePermission, strictestDenial } from './resolve-access.ts';
import { resolveConditions } from './resolve-conditions.ts';
import { NO_SERVICE, resolveLoad } from './resolve-load.ts';
import { reportMissingFile } from './missing-file.ts';
import { resolveSearch } from './resolve-search.ts';
import {
  booleanOf,
  entriesOf,
  listOf,
  mappingOf,
  mappingsOf,
  numberOf,
  stringOf,
  stringsOf,
} from './raw.ts';

/** Tiles of the atlas server end here; MapLibre overzooms beyond. */
const DEFAULT_TILE_MAXZOOM = 12;

/**
 * Resolves one dataset. Diagnostics: `unknown-classes`, `raster-from-service`,
 * `driver-without-tiles`, `file-missing`, `folder-missing`, `folder-without-photos`, `unknown-field`
 * (for `key`, `only`, `search`), those of access, `load`, texts and conditions.
 */
export function resolveDataset(raw: RawNode, context: ResolveContext): Dataset | undefined {
  const id = stringOf(raw, 'id');
  const permission = resolvePermission(raw, context);
  const load = mappingOf(raw, 'load');
  if (id === undefined || !permission || !load) return undefined;
  const geometry = stringOf(raw, 'geometry') as Dataset['geometry'] | undefined;
  if (!geometry) return undefined;
  const fields = new Map<string, Field>();
  const rawFields = mappingOf(raw, 'fields');
  for (const [name, field] of entriesOf(rawFields)) {
    if (isMapping(field)) fields.set(name, resolveField(name, field, permission.view, context));
  }
  if (geometry === 'raster' && 'service' in load)
    context.report.error('raster-from-service', { node: load, key: 'service' }, { dataset: id });
  const feeds = resolveFeeds(id, geometry, mappingOf(raw, 'feeds'), context);
  const dataset: Dataset = {
    id,
    geometry,
    permission,
    whenDenied: strictestDenial([permission.view], stringOf(raw, 'when-denied')),
    load: resolveLoad(load, geometry, context),
    key: stringOf(raw, 'key') ?? null,
    demo: booleanOf(raw, 'demo') ?? false,
    only: resolveConditions(raw, 'only', context),
    allowEmpty: booleanOf(raw, 'allow-empty') ?? false,
    fields,
    feeds,
    driver: driverOf(raw, feeds, context),
    info: resolveInfo(mappingOf(raw, 'info'), context),
  };
  context.nodes.set(dataset, raw);
  return dataset;
}

function resolveField(name: string, raw: RawNode, view: Level, context: ResolveContext): Field {
  const format = stringOf(raw, 'format');
  const folder = resolveFolder(raw, format, context);
  const unit = context.texts.resolveOptional(raw, 'unit');
  const field: Field = {
    name,
    type: (stringOf(raw, 'type') ?? 'text') as FieldType,
    label: context.texts.resolveOptional(raw, 'label') ?? sameText(name, context.locales),
    ...(unit ? { unit } : {}),
    ...(format === undefined ? {} : { format }),
    ...(folder === undefined ? {} : { folder }),
    permission: resolveFieldLevel(name, { raw, view }, context),
    ...resolveDomain(raw, context),
    parse: stringsOf(raw, 'parse') as Field['parse'],
    nullValues: listOf(raw, 'null-values') as Field['nullValues'],
  };
  context.nodes.set(field, raw);
  return field;
}

/** The folder of photos, without a slash at its end. */
function resolveFolder(
  raw: RawNode,
  format: string | undefined,
  { folder, report }: ResolveContext,
): string | undefined {
  const found = stringOf(raw, 'folder')?.replace(/\/+$/, '');
  if (found === undefined) return undefined;
  if (format !== 'photos')
    report.error('folder-without-photos', { node: raw, key: 'folder', part: 'key' }, {});
  const folders = [...new Set([...folder.assets].map((path) => path.replace(/\/?[^/]*$/, '')))];
  if (!folders.includes(found))
    report.error(
      'folder-missing',
      { node: raw, key: 'folder' },
      { found, nearest: suggest(found, folders) ?? '' },
    );
  return found;
}

function resolveDomain(raw: RawNode, context: ResolveContext): Pick<Field, 'values' | 'classes'> {
  const values = raw['values'];
  if (Array.isArray(values)) return { values: values as (string | number | boolean)[] };
  if (!isMapping(values)) return { values: null };
  const words = mappingOf(values, 'words');
  if (words) return domainOfWords(words, raw, context);
  const id = stringOf(values, 'classes');
  const classes =
    id === undefined
      ? undefined
      : lookUp(context.classes, id, 'classes', { node: values, key: 'classes' }, context);
  if (!classes) return { values: null };
  if (classes.kind !== 'values') {
    context.report.error(
      'classes-without-values',
      { node: values, key: 'classes' },
      { classes: classes.id },
    );
    return { values: null };
  }
  return { values: classes.entries.flatMap((entry) => entry.values), classes };
}

/** `{ words }`: the values are the keys, as the type of the field has them. */
function domainOfWords(
  words: RawNode,
  raw: RawNode,
  context: ResolveContext,
): Pick<Field, 'values' | 'classes'> {
  const isNumber = raw['type'] === 'integer' || raw['type'] === 'number';
  const entries = Object.keys(words)
    .filter((key) => !key.startsWith('x-'))
    .map((key) => ({
      values: [isNumber ? Number(key) : key],
      color: null,
      shades: {},
      label: context.texts.resolve(words, key),
    }));
  return {
    values: entries.flatMap((entry) => entry.values),
    classes: { kind: 'values', id: '', field: '', entries, default: null, missing: null },
  };
}

function resolveFeeds(
  id: string,
  geometry: Dataset['geometry'],
  raw: RawNode | undefined,
  context: ResolveContext,
): Feeds {
  const vector = geometry !== 'raster';
  const tiles = raw && mappingOf(raw, 'tiles');
  const defaults = { name: id, aliases: [], minzoom: 0, maxzoom: DEFAULT_TILE_MAXZOOM };
  if (!raw) {
    return {
      tiles: vector ? defaults : null,
      geojson: null,
      wholeGeojson: 'view',
      wms: vector ? null : id,
      search: null,
      analysis: false,
      download: false,
    };
  }
  const tileName = stringOf(raw, 'tiles');
  const geojson = mappingOf(raw, 'geojson');
  return {
    tiles:
      tileName !== undefined
        ? { ...defaults, name: tileName }
        : tiles
          ? {
              name: stringOf(tiles, 'name') ?? id,
              aliases: stringsOf(tiles, 'aliases'),
              minzoom: numberOf(tiles, 'minzoom') ?? 0,
              maxzoom: numberOf(tiles, 'maxzoom') ?? DEFAULT_TILE_MAXZOOM,
            }
          : raw['tiles'] === true
            ? defaults
            : null,
    geojson: geojson
      ? (stringOf(geojson, 'name') ?? id)
      : raw['geojson'] === true
        ? id
        : (stringOf(raw, 'geojson') ?? null),
    wholeGeojson: geojson && stringOf(geojson, 'whole') === 'download' ? 'download' : 'view',
    wms: raw['wms'] === true ? id : (stringOf(raw, 'wms') ?? null),
    search: resolveSearch(raw, context),
    analysis: booleanOf(raw, 'analysis') ?? false,
    download: booleanOf(raw, 'download') ?? false,
  };
}

function driverOf(raw: RawNode, feeds: Feeds, context: ResolveContext): Driver {
  const driver = mappingOf(raw, 'driver');
  if (!driver) return { kind: 'store' };
  if (feeds.tiles === null)
    context.report.error('driver-without-tiles', { node: raw, key: 'driver', part: 'key' }, {});
  const sourceLayer = stringOf(driver, 'source-layer') ?? stringOf(raw, 'id') ?? '';
  const common = { kind: 'pmtiles', sourceLayer } as const;
  const file = stringOf(driver, 'pmtiles');
  if (file !== undefined) {
    if (!context.folder.assets.has(file)) reportMissingFile(driver, 'pmtiles', file, context);
    return { ...common, file };
  }
  const from = mappingOf(driver, 'pmtiles') ?? {};
  const service = lookUp(
    context.services,
    stringOf(from, 'service') ?? '',
    'service',
    { node: from, key: 'service' },
    context,
  );
  return { ...common, service: service ?? NO_SERVICE, path: stringOf(from, 'path') ?? '' };
}

/** What is known of the data: nothing is required. */
export function resolveInfo(
  raw: RawNode | undefined,
  context: Pick<ResolveContext, 'texts'>,
): Info {
  if (!raw) return { links: [] };
  const optional = <K extends string>(key: K) => {
    const text = context.texts.resolveOptional(raw, key);
    return text ? { [key]: text } : {};
  };
  const date = raw['date'];
  const licence = stringOf(raw, 'licence');
  return {
    ...optional('description'),
    ...optional('provider'),
    ...optional('citation'),
    ...optional('caution'),
    ...(date === undefined ? {} : { date: String(date) }),
    ...(licence === undefined ? {} : { licence }),
    links: mappingsOf(raw, 'links').map((link) => ({
      text: context.texts.resolve(link, 'text'),
      url: stringOf(link, 'url') ?? '',
    })),
  };
}
