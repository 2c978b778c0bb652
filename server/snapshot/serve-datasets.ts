/** Collects the data of datasets for the routes, with the versions for addresses. */
import type { Access, AtlasModel, Dataset, Field } from 'atlas-engine';
import { present } from 'atlas-engine/runtime';
import type {
  AtlasSnapshot,
  Rights,
  ServedDataset,
  ServedField,
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
  return new Map(
    [...model.datasets.values()].map((dataset) => [
      dataset.id,
      serve(dataset, { title: titleOf(model, dataset), wms: wmsLayer(model, dataset) }, known),
    ]),
  );
}

/**
 * Returns the name of the group that draws the dataset, with the country if it is drawn for
 * several. The name of a group with a stricter permission than the dataset is not used.
 */
function titleOf({ groups, locales }: AtlasModel, dataset: Dataset): ServedDataset['title'] {
  for (const group of groups) {
    if (group.permission.rank > dataset.permission.view.rank) continue;
    const drawn = group.sublayers.find(
      ({ source }) => source.kind === 'dataset' && source.dataset === dataset,
    );
    if (!drawn) continue;
    const { country } = drawn;
    return Object.fromEntries(
      locales.available.map((locale) => [
        locale,
        `${group.name[locale]!}${country ? ` – ${country.name[locale]!}` : ''}`,
      ]),
    );
  }
  return Object.fromEntries(locales.available.map((locale) => [locale, dataset.id]));
}

function serve(
  dataset: Dataset,
  { title, wms }: Pick<ServedDataset, 'title' | 'wms'>,
  { access, statuses }: Known,
): ServedDataset {
  const status = statuses.get(dataset.id);
  const stored = status?.versions ?? {};
  return {
    title,
    demo: dataset.demo,
    tiles: dataset.feeds.tiles,
    derived: dataset.derived,
    wms,
    fields: new Map([...dataset.fields.values()].map((field) => [field.name, serveField(field)])),
    rights: rightsOf(dataset),
    download: downloadInfo(dataset),
    bounds: status?.bounds ?? null,
    stored,
    versions: Object.fromEntries(
      Object.entries(stored).map(([level, version]) => [
        level,
        addressVersion(version, dataset, wms, access.levels.indexOf(level)),
      ]),
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
  wms: WmsLayer | null,
  rank: number,
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
