import { suggest } from '../../diagnostics/suggest.ts';
import { touches } from '../../basics/bounds.ts';
import type { Bounds, Dataset, Source, Sublayer } from '../../model/model.ts';
import type { Target } from '../../model/report.ts';
import { draws, reportGeometry } from './draws.ts';
import { fieldAt, valueAt } from '../places.ts';
import { factsOf, nodeOf, type CheckContext } from '../context.ts';
import type { FileFacts } from '../../model/facts.ts';
import { fieldMeant } from '../unknown-field.ts';

type Archive = Extract<FileFacts, { kind: 'archive' }>;
type Features = Extract<FileFacts, { kind: 'features' }>;

/**
 * Checks sources and drivers against the files that browsers receive unchanged. Diagnostics:
 * `file-of-other-kind`, `zoom-not-in-archive`, `bounds-without-data`, `unknown-source-layer`,
 * `empty-source`, `field-not-in-data`, `field-all-null`, `geometry-mismatch`, `label-on-each-part`.
 */
export function checkSourceFiles(context: CheckContext): void {
  const { datasets, sources } = context.model;
  for (const source of sources.values()) checkSource(source, context);
  for (const dataset of datasets.values()) checkDriver(dataset, context);
  for (const { sublayer } of context.drawn) checkSublayer(sublayer, context);
}

/**
 * Returns the kind of a file, as in the messages: `features`, `pictures`, `vector-tiles`, `tiff` …
 */
function kindOf(facts: FileFacts): string {
  if (facts.kind === 'other') return facts.what;
  if (facts.kind !== 'archive') return facts.kind;
  if (facts.tiles === 'vector') return 'vector-tiles';
  return facts.tiles === 'unknown' ? 'tiles' : 'pictures';
}

/** The kinds of file that each type of source can read. */
const READS: Readonly<Record<Source['type'], readonly string[]>> = {
  vector: ['vector-tiles', 'tiles'],
  raster: ['pictures', 'tiles'],
  'raster-dem': ['pictures', 'tiles'],
  geojson: ['features'],
  style: ['style'],
  wms: [],
};

function checkSource(source: Source, context: CheckContext): void {
  const facts = factsOf(source.file, context);
  if (!facts) return;
  const found = kindOf(facts);
  if (!READS[source.type].includes(found)) {
    const reason = facts.kind === 'other' ? (facts.reason ?? '') : '';
    const params = { file: source.file!, type: source.type, found, reason };
    context.report.error('file-of-other-kind', valueAt(source, 'file', context), params);
  } else if (facts.kind === 'archive') checkArchive(source, facts, context);
  else if (facts.kind === 'features') checkFeatures(source, facts, context);
}

function checkDriver(dataset: Dataset, context: CheckContext): void {
  if (!('file' in dataset.driver)) return;
  const { file, sourceLayer } = dataset.driver;
  const facts = factsOf(file, context);
  if (!facts) return;
  const node = nodeOf(dataset, context)['driver'] as object;
  const found = kindOf(facts);
  if (!READS.vector.includes(found)) {
    const params = { file, type: 'vector', found, reason: '' };
    context.report.error('file-of-other-kind', { node, key: 'pmtiles' }, params);
  } else if (facts.kind === 'archive' && facts.layers) {
    const key = 'source-layer' in node ? 'source-layer' : 'pmtiles';
    requireLayer(sourceLayer, { source: file, layers: facts.layers }, { node, key }, context);
  }
}

function checkArchive(source: Source, archive: Archive, context: CheckContext): void {
  const { report } = context;
  const zoom = (key: 'minzoom' | 'maxzoom', severity: 'error' | 'warn'): void => {
    const params = { file: source.file!, from: archive.minzoom, to: archive.maxzoom };
    const words = { ...params, found: source[key]!, key };
    report[severity]('zoom-not-in-archive', valueAt(source, key, context), words);
  };
  if ((source.maxzoom ?? 0) > archive.maxzoom) zoom('maxzoom', 'error');
  if ((source.minzoom ?? Infinity) < archive.minzoom) zoom('minzoom', 'warn');
  checkBounds(source, archive.bounds, context);
  // Archives may omit fields of a layer, but they list all layers.
  for (const layer of archive.layers && source.fields ? source.fields.keys() : []) {
    const known = { source: source.id, layers: archive.layers! };
    requireLayer(layer, known, fieldAt(source, layer, context), context);
  }
}

function requireLayer(
  found: string,
  { source, layers }: { readonly source: string; readonly layers: object },
  target: Target,
  { report }: CheckContext,
): void {
  const known = Object.keys(layers);
  if (known.includes(found)) return;
  const nearest = suggest(found, known);
  report.error('unknown-source-layer', target, { found, source, nearest, known });
}

function checkFeatures(source: Source, features: Features, context: CheckContext): void {
  const { report } = context;
  if (features.count === 0) {
    report.warn('empty-source', valueAt(source, 'file', context), { file: source.file! });
    return;
  }
  checkBounds(source, features.bounds, context);
  const known = Object.keys(features.fields);
  for (const field of source.fields?.get('')?.keys() ?? []) {
    const target = fieldAt(source, field, context);
    const params = { field, dataset: source.id };
    if (!known.includes(field)) {
      const nearest = fieldMeant(field, known);
      report.error('field-not-in-data', target, { ...params, nearest, known });
    } else if (features.fields[field] === 0) report.warn('field-all-null', target, params);
  }
}

/**
 * Reports a source whose bounds do not intersect its data. `check-region.ts` checks the data
 * against the region.
 */
function checkBounds(
  source: Source,
  found: Bounds | null | undefined,
  context: CheckContext,
): void {
  const { bounds: wanted, file } = source;
  if (!wanted || !found || touches(found, wanted)) return;
  const rounded = found.map((degrees) => Math.round(degrees * 1000) / 1000);
  context.report.error('bounds-without-data', valueAt(source, 'bounds', context), {
    file: file!,
    found: rounded.join(', '),
    key: 'bounds',
    wanted: wanted.join(', '),
  });
}

function checkSublayer(sublayer: Sublayer, context: CheckContext): void {
  if (sublayer.source.kind !== 'source' || sublayer.outlineOf !== null) return;
  const { source, sourceLayer } = sublayer.source;
  const facts = factsOf(source.file, context);
  // Layers in `fields` are checked against the archive by `checkArchive`.
  if (facts?.kind === 'archive' && facts.layers && sourceLayer !== null && !source.fields) {
    const target = valueAt(sublayer, 'source-layer', context);
    requireLayer(sourceLayer, { source: source.id, layers: facts.layers }, target, context);
  }
  if (facts?.kind !== 'features' || facts.count === 0) return;
  const kinds = Object.keys(facts.kinds);
  if (!draws(sublayer.type, kinds)) reportGeometry(sublayer, kinds, source.id, context);
  const { multipart = 0, count: of } = facts;
  if (sublayer.type === 'symbol' && multipart > 0) {
    const params = { source: source.id, file: source.file!, count: multipart, of };
    context.report.warn('label-on-each-part', valueAt(sublayer, 'source', context), params);
  }
}
