import type { AtlasModel, Dataset } from '../../model/model.ts';
import type { Target } from '../../model/report.ts';
import { nodeOf, wholeDatasets, type CheckContext } from '../context.ts';
import { insideOf, itemAt, valueAt } from '../places.ts';

/** The names under `/api/geodata/` that are calls of tools. */
const RESERVED: ReadonlySet<string> = new Set(['analysis', 'near', 'overlaps', 'prepared-dataset']);

/**
 * Checks that the names under which the server publishes datasets are unique, and that restricted
 * datasets have no public driver. Diagnostics: `name-clash`, `reserved-name`,
 * `public-driver-restricted`.
 */
export function checkFeedNames(context: CheckContext): void {
  const byTileName = tileNames(context.model);
  for (const dataset of wholeDatasets(context.model)) {
    checkDriver(dataset, context);
    checkClashes(dataset, byTileName, context);
  }
}

/** Returns whether some readers may not see the dataset or one of its fields. */
export function isRestricted({ permission, fields }: Dataset): boolean {
  return permission.view.rank > 0 || [...fields.values()].some((one) => one.permission.rank > 0);
}

/**
 * Reports a dataset with an archive as driver that not everyone may view and download, because an
 * archive contains the whole dataset in one file.
 */
function checkDriver(dataset: Dataset, context: CheckContext): void {
  const { driver, permission } = dataset;
  if (driver.kind !== 'pmtiles') return;
  if (permission.download.rank === 0 && !isRestricted(dataset)) return;
  const file = 'file' in driver ? driver.file : driver.path;
  const target = valueAt(dataset, 'driver', context);
  context.report.error('public-driver-restricted', target, { dataset: dataset.id, file });
}

function checkClashes(
  dataset: Dataset,
  byTileName: ReadonlyMap<string, Dataset>,
  context: CheckContext,
): void {
  const { datasets } = context.model;
  const { tiles, geojson, wms } = dataset.feeds;
  const check = (name: string, other: Dataset | undefined, target: Target): void => {
    if (other && other.id !== dataset.id)
      context.report.error('name-clash', target, { name, dataset: dataset.id, other: other.id });
  };
  const feeds = valueAt(dataset, 'feeds', context);
  for (const name of new Set([tiles?.name, geojson, wms]))
    if (name) check(name, datasets.get(name), feeds);
  const { id } = dataset;
  const reserve = (name: string, target: Target): void => {
    if (RESERVED.has(name)) context.report.error('reserved-name', target, { name, dataset: id });
  };
  if (RESERVED.has(id)) reserve(id, valueAt(dataset, 'id', context));
  else for (const name of new Set([tiles?.name, geojson, wms])) if (name) reserve(name, feeds);
  const written = insideOf(nodeOf(dataset, context), 'feeds', 'tiles');
  tiles?.aliases.forEach((alias, i) => {
    const target = written ? itemAt(written, 'aliases', i) : feeds;
    check(alias, datasets.get(alias) ?? byTileName.get(alias), target);
    reserve(alias, target);
  });
}

/** Returns the first dataset for each tile name. Copies of projects have their own names. */
function tileNames(model: AtlasModel): ReadonlyMap<string, Dataset> {
  const named = wholeDatasets(model).flatMap((dataset) => {
    const name = dataset.feeds.tiles?.name;
    return name === undefined ? [] : [[name, dataset] as const];
  });
  return new Map(named.toReversed());
}
