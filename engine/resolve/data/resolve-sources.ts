import type * as Config from '../../../schemas/config.g.ts';
import type { FieldType, Source } from '../../model/model.ts';
import { present } from '../../basics/present.ts';
import type { AnyOf } from '../any-of.ts';
import { lookUp, type ResolveContext } from '../context.ts';
import { entriesOf } from '../entries-of.ts';
import { reportMissingFile } from '../missing-file.ts';
import { resolveBounds } from '../resolve-extent.ts';
import { resolveAttribution } from '../resolve-listed.ts';
import { resolveZooms } from '../values/resolve-zooms.ts';

type RawSource = AnyOf<Config.Source>;

/**
 * Resolves one source; its `fallback` must be resolved before. Diagnostics: `unknown-service`,
 * `fallback-missing`, `unknown-source`, `fallback-from-service`, `wrong-source-type`,
 * `file-missing`, those of extents, zooms and texts.
 */
export function resolveSource(written: Config.Source, context: ResolveContext): Source {
  const raw: RawSource = written;
  const { id, type, file } = raw;
  if (file !== undefined) reportMissingFile({ node: raw, key: 'file' }, file, context);
  const target = { node: raw, key: 'service' };
  const service =
    raw.service === undefined ? undefined : lookUp('service', raw.service, target, context);
  if (service?.fallback === 'built-in' && raw.fallback === undefined)
    context.report.error('fallback-missing', target, { service: service.id, source: id });
  const source: Source = present({
    id,
    type,
    tileSize: raw['tile-size'] ?? 256,
    fields: fieldsOf(written),
    attribution: resolveAttribution(raw.attribution, context),
    file,
    service,
    path: raw.path,
    fallback: fallbackOf(raw, context),
    layers: raw.layers,
    format: raw.format,
    encoding: raw.encoding,
    fadeFrom: raw['fade-from'],
    ...resolveZooms(raw, context, { mayBeSame: true }),
    bounds: resolveBounds(raw, context.report) ?? undefined,
  });
  context.nodes.set(source, raw);
  return source;
}

/** The types of source that can replace each type. */
const SUBSTITUTES: Readonly<Partial<Record<Source['type'], readonly Source['type'][]>>> = {
  raster: ['raster'],
  wms: ['raster'],
  'raster-dem': ['raster-dem'],
};

function fallbackOf(raw: RawSource, context: ResolveContext): Source | undefined {
  const { type, fallback: id } = raw;
  if (id === undefined) return undefined;
  const target = { node: raw, key: 'fallback' };
  const source = lookUp('source', id, target, context);
  const expected = SUBSTITUTES[type] ?? [];
  if (source && !expected.includes(source.type)) {
    context.report.error('wrong-source-type', target, {
      source: id,
      found: source.type,
      expected,
      type: `source of type \`${type}\``,
    });
  } else if (source?.service) {
    context.report.error('fallback-from-service', target, {
      found: id,
      service: source.service.id,
    });
  }
  return source;
}

function fieldsOf(raw: Config.Source): Source['fields'] {
  const columnsOf = (columns: { readonly [name: string]: FieldType }) =>
    new Map(entriesOf(columns));
  if (raw.type === 'vector' && raw.fields)
    return new Map(entriesOf(raw.fields).map(([layer, columns]) => [layer, columnsOf(columns)]));
  // GeoJSON has no layers: its fields have the empty layer name.
  return raw.type === 'geojson' && raw.fields ? new Map([['', columnsOf(raw.fields)]]) : null;
}
