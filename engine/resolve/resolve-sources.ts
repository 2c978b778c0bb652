import { isMapping } from '../expand/check-skeleton.ts';
import type { AttributionText, FieldType, Source } from '../model/model.ts';
import type { RawNode } from '../model/report.ts';
import { lookUp, type ResolveContext } from './context.ts';
import { entriesOf, mappingsOf, numberOf, stringOf, stringsOf } from './raw.ts';
import { reportMissingFile } from './missing-file.ts';
import { resolveExtent } from './resolve-extent.ts';

/**
 * Resolves one source; what stands in for it must be resolved before. Diagnostics:
 * `unknown-service`, `service-without-else`, `unknown-source`, `else-from-service`, `wrong-source-type`, `file-missing`,
 * those of extents and texts.
 */
export function resolveSource(raw: RawNode, context: ResolveContext): Source | undefined {
  const id = stringOf(raw, 'id');
  const type = stringOf(raw, 'type') as Source['type'] | undefined;
  if (id === undefined || type === undefined) return undefined;
  const file = stringOf(raw, 'file');
  if (file !== undefined && !context.folder.assets.has(file))
    reportMissingFile(raw, 'file', file, context);
  const serviceId = stringOf(raw, 'service');
  const service =
    serviceId === undefined
      ? undefined
      : lookUp(context.services, serviceId, 'service', { node: raw, key: 'service' }, context);
  if (service?.fallback === 'built-in' && !('else' in raw))
    context.report.error(
      'service-without-else',
      { node: raw, key: 'service' },
      { service: service.id, source: id },
    );
  const optional = {
    file,
    service,
    path: stringOf(raw, 'path'),
    else: elseOf(raw, type, context),
    layers: 'layers' in raw ? stringsOf(raw, 'layers') : undefined,
    format: stringOf(raw, 'format'),
    encoding: stringOf(raw, 'encoding') as Source['encoding'],
    minzoom: numberOf(raw, 'minzoom'),
    maxzoom: numberOf(raw, 'maxzoom'),
    bounds:
      'bounds' in raw
        ? (resolveExtent(raw, 'bounds', { report: context.report, regionBounds: null }) ??
          undefined)
        : undefined,
  };
  const source = {
    id,
    type,
    tileSize: numberOf(raw, 'tile-size') ?? 256,
    fields: fieldsOf(raw),
    attribution: resolveAttribution(raw, 'attribution', context),
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
  } as Source;
  context.nodes.set(source, raw);
  return source;
}

/** Pictures stand in for pictures, heights for heights. */
const STANDS_IN: Readonly<Partial<Record<Source['type'], readonly Source['type'][]>>> = {
  raster: ['raster'],
  wms: ['raster'],
  'raster-dem': ['raster-dem'],
};

function elseOf(raw: RawNode, type: Source['type'], context: ResolveContext): Source | undefined {
  const id = stringOf(raw, 'else');
  if (id === undefined) return undefined;
  const target = { node: raw, key: 'else' };
  const source = lookUp(context.sources, id, 'source', target, context);
  const expected = STANDS_IN[type] ?? [];
  if (source && !expected.includes(source.type)) {
    context.report.error('wrong-source-type', target, {
      source: id,
      found: source.type,
      expected,
      type: `source of type \`${type}\``,
    });
  } else if (source?.service) {
    context.report.error('else-from-service', target, { found: id, service: source.service.id });
  }
  return source;
}

function fieldsOf(raw: RawNode): Source['fields'] {
  const fields = raw['fields'];
  if (!isMapping(fields)) return null;
  // GeoJSON has no layers: its fields stand under the empty name.
  const layers = raw['type'] === 'geojson' ? { '': fields } : fields;
  return new Map(
    entriesOf(layers).map(([layer, columns]) => [
      layer,
      new Map(
        entriesOf(isMapping(columns) ? columns : undefined).map(([name, type]) => [
          name,
          (isMapping(type) ? type['type'] : type) as FieldType,
        ]),
      ),
    ]),
  );
}

/** Who is to be named on the map, in the order of declaration. */
export function resolveAttribution(
  owner: RawNode,
  key: string,
  context: Pick<ResolveContext, 'texts'>,
): AttributionText[] {
  return mappingsOf(owner, key).map((item) => {
    const url = stringOf(item, 'url');
    return { text: context.texts.resolve(item, 'text'), ...(url === undefined ? {} : { url }) };
  });
}
