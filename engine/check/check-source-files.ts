import { suggest } from '../diagnostics/suggest.ts';
import { touches } from '../model/bounds.ts';
import type { Bounds, Dataset, Source, Sublayer } from '../model/model.ts';
import type { Target } from '../model/report.ts';
import { DRAWS } from './draws.ts';
import { nodeOf, sublayersOf, type CheckContext } from './context.ts';
import type { FileFacts } from '../model/facts.ts';

type Archive = Extract<FileFacts, { kind: 'archive' }>;
type Features = Extract<FileFacts, { kind: 'features' }>;

/**
 * Holds sources and drivers against the files they name, which browsers are sent as they are.
 * Diagnostics: `file-of-other-kind`, `zoom-not-in-archive`, `bounds-without-data`,
 * `unknown-source-layer`, `empty-source`, `field-not-in-data`, `field-all-null`,
 * `geometry-mismatch`.
 */
export function checkSourceFiles(context: CheckContext): void {
  const { files } = context.facts;
  if (!files) return;
  for (const source of context.model.sources.values()) {
    const facts = source.file === undefined ? undefined : files.get(source.file);
    if (facts) checkSource(source, facts, context);
  }
  for (const dataset of context.model.datasets.values()) {
    const { driver } = dataset;
    const facts = 'file' in driver ? files.get(driver.file) : undefined;
    if (facts) checkDriver(dataset, facts, context);
  }
  for (const { sublayer } of sublayersOf(context.model)) checkSublayer(sublayer, context);
}

/** What a file is in the words of the catalogue: `features`, `pictures`, `vector-tiles`, `tiff` … */
function kindOf(facts: FileFacts): string {
  if (facts.kind === 'other') return facts.what;
  if (facts.kind !== 'archive') return facts.kind;
  return facts.tiles === 'vector'
    ? 'vector-tiles'
    : facts.tiles === 'unknown'
      ? 'tiles'
      : 'pictures';
}

/** The kinds of file that a source of each type can read. */
const READS: Readonly<Record<Source['type'], readonly string[]>> = {
  vector: ['vector-tiles', 'tiles'],
  raster: ['pictures', 'tiles'],
  'raster-dem': ['pictures', 'tiles'],
  geojson: ['features'],
  style: ['style'],
  wms: [],
};

function checkSource(source: Source, facts: FileFacts, context: CheckContext): void {
  const { report } = context;
  const node = nodeOf(source, context);
  const found = kindOf(facts);
  if (!READS[source.type].includes(found)) {
    const reason = facts.kind === 'other' ? (facts.reason ?? '') : '';
    const params = { file: source.file!, type: source.type, found, reason };
    report.error('file-of-other-kind', { node, key: 'file' }, params);
    return;
  }
  if (facts.kind === 'archive') checkArchive(source, facts, context);
  if (facts.kind === 'features') checkFeatures(source, facts, context);
}

function checkDriver(dataset: Dataset, facts: FileFacts, context: CheckContext): void {
  const { driver } = dataset;
  if (!('file' in driver)) return;
  const { file, sourceLayer } = driver;
  const node = nodeOf(dataset, context)['driver'] as object;
  const target = { node, key: 'pmtiles' };
  const found = kindOf(facts);
  if (!READS.vector.includes(found)) {
    const params = { file, type: 'vector', found, reason: '' };
    context.report.error('file-of-other-kind', target, params);
  } else if (facts.kind === 'archive') {
    const layers = facts.layers ? Object.keys(facts.layers) : [sourceLayer];
    const key = 'source-layer' in node ? 'source-layer' : 'pmtiles';
    if (!layers.includes(sourceLayer))
      reportLayer(sourceLayer, file, layers, { node, key }, context);
  }
}

function checkArchive(source: Source, archive: Archive, context: CheckContext): void {
  const { report } = context;
  const node = nodeOf(source, context);
  const words = { file: source.file!, from: archive.minzoom, to: archive.maxzoom };
  if (source.maxzoom !== undefined && source.maxzoom > archive.maxzoom)
    report.error(
      'zoom-not-in-archive',
      { node, key: 'maxzoom' },
      { ...words, found: source.maxzoom, key: 'maxzoom' },
    );
  if (source.minzoom !== undefined && source.minzoom < archive.minzoom)
    report.warn(
      'zoom-not-in-archive',
      { node, key: 'minzoom' },
      { ...words, found: source.minzoom, key: 'minzoom' },
    );
  if (archive.bounds) checkBounds(source, archive.bounds, context);
  if (!archive.layers || !source.fields) return;
  const layers = Object.keys(archive.layers);
  const fields = node['fields'] as object;
  // Archives do not always list every field of a layer, but they list the layers.
  for (const layer of source.fields.keys())
    if (!layers.includes(layer))
      reportLayer(layer, source.id, layers, { node: fields, key: layer, part: 'key' }, context);
}

function reportLayer(
  found: string,
  source: string,
  known: readonly string[],
  target: Target,
  { report }: CheckContext,
): void {
  const nearest = suggest(found, known);
  report.error('unknown-source-layer', target, { found, source, nearest, known });
}

function checkFeatures(source: Source, features: Features, context: CheckContext): void {
  const { report } = context;
  const node = nodeOf(source, context);
  if (features.count === 0) {
    report.warn('empty-source', { node, key: 'file' }, { file: source.file! });
    return;
  }
  if (features.bounds) checkBounds(source, features.bounds, context);
  const known = Object.keys(features.fields);
  for (const field of source.fields?.get('')?.keys() ?? []) {
    const target = { node: node['fields'] as object, key: field, part: 'key' } as const;
    const params = { field, dataset: source.id };
    if (!(field in features.fields))
      report.error('field-not-in-data', target, {
        ...params,
        nearest: suggest(field, known),
        known,
      });
    else if (features.fields[field] === 0) report.warn('field-all-null', target, params);
  }
}

/** A box of the source that does not touch its data; `check-region.ts` holds the data against the region. */
function checkBounds(source: Source, found: Bounds, context: CheckContext): void {
  const { bounds: wanted, file } = source;
  if (!wanted || touches(found, wanted)) return;
  context.report.error(
    'bounds-without-data',
    { node: nodeOf(source, context), key: 'bounds' },
    {
      file: file!,
      found: found.map((degrees) => Math.round(degrees * 1000) / 1000).join(', '),
      key: 'bounds',
      wanted: wanted.join(', '),
    },
  );
}

function checkSublayer(sublayer: Sublayer, context: CheckContext): void {
  const { source, type } = sublayer;
  if (source.kind !== 'source' || source.source.file === undefined || sublayer.outlineOf !== null)
    return;
  const facts = context.facts.files!.get(source.source.file);
  const node = nodeOf(sublayer, context);
  if (facts?.kind === 'archive' && facts.layers && source.sourceLayer !== null) {
    const layers = Object.keys(facts.layers);
    // Layers that `fields` declares are held against the archive there.
    if (!source.source.fields && !layers.includes(source.sourceLayer))
      reportLayer(
        source.sourceLayer,
        source.source.id,
        layers,
        { node, key: 'source-layer' },
        context,
      );
  }
  if (facts?.kind !== 'features' || facts.count === 0) return;
  const kinds = Object.keys(facts.kinds);
  if (kinds.some((kind) => (DRAWS[type] as readonly string[]).includes(kind))) return;
  const known = Object.entries(DRAWS).flatMap(([name, drawn]) =>
    drawn.some((kind) => kinds.includes(kind)) ? [name] : [],
  );
  context.report.error(
    'geometry-mismatch',
    { node, key: 'type' },
    { type, dataset: source.source.id, geometry: kinds.join(', ') || 'none', known },
  );
}
