/** Collects the data of datasets for the routes, with the versions for addresses. */
import { isDeepStrictEqual } from 'node:util';
import {
  showsOf,
  type Access,
  type AtlasModel,
  type Dataset,
  type Field,
  type Shown,
} from 'atlas-engine';
import { present } from 'atlas-engine/runtime';
import type {
  AtlasSnapshot,
  Rights,
  ServedDataset,
  ServedField,
  ServedShown,
  WmsLayer,
} from '../access/atlas-snapshot.ts';
import { contentHash } from '../http/encoded.ts';
import type { DatasetStatus } from '../store/store.ts';
import { wmsLayer } from './wms-layers.ts';

export interface Known {
  readonly access: Access;
  readonly statuses: ReadonlyMap<string, DatasetStatus>;
}

/** Describes every dataset of the model; one that is not loaded has no versions. */
export function serveDatasets(model: AtlasModel, known: Known): AtlasSnapshot['datasets'] {
  const shows = showsOf(model);
  return new Map(
    [...model.datasets.values()].map((dataset) => [
      dataset.id,
      serve(dataset, serveShown(dataset, shows.get(dataset.id)!, model), known),
    ]),
  );
}

/** Returns how the readers of each level see a dataset. What several levels see is one object. */
function serveShown(
  dataset: Dataset,
  byLevel: readonly Shown[],
  model: AtlasModel,
): readonly ServedShown[] {
  const served: ServedShown[] = [];
  for (const [rank, shown] of byLevel.entries()) {
    const { title, look, named } = shown;
    const below = byLevel[rank - 1];
    const isSame =
      below?.look?.sublayer === look?.sublayer &&
      below?.named === named &&
      isDeepStrictEqual(below?.title, title);
    const wms = dataset.feeds.wms === null || isSame ? null : wmsLayer(dataset, shown, model);
    const group = named?.id ?? null;
    served.push(isSame ? served[rank - 1]! : { rank, title, group, wms });
  }
  return served;
}

function serve(
  dataset: Dataset,
  shown: readonly ServedShown[],
  { access, statuses }: Known,
): ServedDataset {
  const status = statuses.get(dataset.id);
  const stored = status?.versions ?? {};
  return {
    shown,
    demo: dataset.demo,
    tiles: dataset.feeds.tiles,
    derived: dataset.derived,
    fields: new Map([...dataset.fields.values()].map((field) => [field.name, serveField(field)])),
    rights: rightsOf(dataset),
    download: downloadInfo(dataset),
    bounds: status?.bounds ?? null,
    stored,
    versions: Object.fromEntries(
      Object.entries(stored).map(([level, version]) => {
        const rank = access.levels.indexOf(level);
        const wms = shown[rank]?.wms ?? null;
        return [level, addressVersion(version, dataset, { wms, rank })];
      }),
    ),
  };
}

/** Returns what the files of a dataset say about it; null if it is not offered for download. */
function downloadInfo(dataset: Dataset): ServedDataset['download'] {
  const { feeds, geometry, info } = dataset;
  if (!feeds.download || geometry === 'raster') return null;
  const { description, provider, date, citation, caution } = info;
  return present({ description, provider, date, ...rightsOf(dataset), citation, caution });
}

function rightsOf({ info: { licence, terms } }: Dataset): Rights {
  return present({ licence, terms });
}

function serveField({ type, label, unit, classes }: Field): ServedField {
  const values = classes?.entries.flatMap((entry) =>
    entry.values.map((value) => [String(value), entry.label] as const),
  );
  return present({ type, label, unit, values: values && new Map(values) });
}

/**
 * Returns a version for addresses that are cached without a time limit. It changes when the
 * features, the zooms of the tiles, or the visible fields or style for the level change. A field may
 * be restricted before its data are loaded again, so the version of the data is not enough.
 */
function addressVersion(
  stored: string,
  dataset: Dataset,
  { wms, rank }: { readonly wms: WmsLayer | null; readonly rank: number },
): string {
  const { tiles } = dataset.feeds;
  const zooms = tiles && [tiles.name, tiles.minzoom, tiles.maxzoom];
  const look = wms ? lookFor(wms, dataset, rank) : null;
  const seen = [...dataset.fields.values()].filter(({ permission }) => permission.rank <= rank);
  const fields = seen.map(({ name }) => name);
  return contentHash(Buffer.from(JSON.stringify([stored, zooms, fields, look])));
}

/** Returns the parts of a style that are visible in pictures for a level. */
function lookFor({ style }: WmsLayer, dataset: Dataset, rank: number): unknown {
  if (style.kind === 'raster') return [style.interpolate, [...style.palette]];
  const ranks = style.fields.map((name) => dataset.fields.get(name)?.permission.rank ?? Infinity);
  return ranks.every((each) => each <= rank) ? style.paints : null;
}
