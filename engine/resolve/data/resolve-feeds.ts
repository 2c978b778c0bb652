import type * as Config from '../../../schemas/config.g.ts';
import type { Feeds } from '../../model/model.ts';
import type { ResolveContext } from '../context.ts';
import { entriesOf } from '../entries-of.ts';
import { resolveSearch } from './resolve-search.ts';
import { resolveZooms } from '../values/resolve-zooms.ts';

/** Highest zoom of the server's tiles; MapLibre overzooms beyond it. */
const DEFAULT_TILE_MAXZOOM = 12;

/** Matches words that other YAML parsers read as booleans. Here they would be names of feeds. */
const BOOLEAN = /^(?:yes|no|on|off)$/i;

/**
 * Resolves `feeds` of a dataset; the default is tiles for features and WMS for a raster.
 * `fields` are the names of the fields. Diagnostic: `wrong-type`.
 */
export function resolveFeeds(
  dataset: Config.Dataset,
  fields: ReadonlySet<string>,
  context: ResolveContext,
): Feeds {
  const { id, geometry, feeds } = dataset;
  const isRaster = geometry === 'raster';
  const raw: Config.DatasetFeeds = feeds ?? { tiles: !isRaster, wms: isRaster };
  for (const [key, value] of entriesOf({ ...raw }))
    if (typeof value === 'string' && BOOLEAN.test(value)) {
      const found = `the word \`${value}\``;
      const params = { key, expected: '`true`, `false` or a name', found, value };
      context.report.error('wrong-type', { node: raw, key }, params);
    }
  const { geojson = false } = raw;
  const whole = typeof geojson === 'object' ? geojson.whole : undefined;
  return {
    tiles: tilesOf(id, raw.tiles ?? false, context),
    geojson: nameOf(id, typeof geojson === 'object' ? (geojson.name ?? true) : geojson),
    wholeGeojson: whole ?? 'view',
    wms: nameOf(id, raw.wms ?? false),
    search: resolveSearch(raw.search, fields, context),
    analysis: analysisOf(raw.analysis ?? false),
    download: raw.download ?? false,
    areas: raw.areas ?? false,
  };
}

function analysisOf(analysis: NonNullable<Config.DatasetFeeds['analysis']>): Feeds['analysis'] {
  if (typeof analysis === 'boolean') return analysis ? { sum: [] } : null;
  return { sum: [analysis.sum].flat() };
}

function tilesOf(
  id: string,
  tiles: NonNullable<Config.DatasetFeeds['tiles']>,
  context: ResolveContext,
): Feeds['tiles'] {
  if (tiles === false) return null;
  const raw: Exclude<typeof tiles, boolean | string> =
    typeof tiles === 'object' ? tiles : typeof tiles === 'string' ? { name: tiles } : {};
  const { name = id, aliases = [] } = raw;
  const zooms = resolveZooms(raw, context, { mayBeSame: true });
  const { minzoom = 0, maxzoom = DEFAULT_TILE_MAXZOOM } = zooms;
  const budget = raw.budget === undefined ? context.tileBudget : tileBudgetOf(raw.budget);
  return { name, aliases, minzoom, maxzoom, budget, keepBy: raw.keep?.by ?? null };
}

/** Returns the bytes of a size such as `200 kB`. */
export function tileBudgetOf(written: string): number {
  return 1_000 * Number.parseInt(written, 10);
}

/** Returns the name of a feed: the id of the dataset for true, null for false. */
function nameOf(id: string, name: string | boolean): string | null {
  return name === true ? id : name === false ? null : name;
}
