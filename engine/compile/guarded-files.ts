import type { AtlasModel, Dataset, Field, Level, LoadFrom } from '../model/model.ts';

/**
 * The reason why the file of a dataset is not public: the level of the dataset or of a field, `only`,
 * or its consent.
 */
export type Guard =
  | { readonly dataset: Dataset; readonly by: 'view' | 'download'; readonly level: Level }
  | {
      readonly dataset: Dataset;
      readonly by: 'field';
      readonly field: Field;
      readonly level: Level;
    }
  | { readonly dataset: Dataset; readonly by: 'only' | 'consent' };

/**
 * Returns the files of datasets that must not be served unchanged, by path, with the first reason:
 * the dataset is not public for viewing or downloading, a field has a higher level, `only` excludes
 * features, or it has a consent.
 */
export function guardedFiles(model: AtlasModel): ReadonlyMap<string, Guard> {
  const guarded = new Map<string, Guard>();
  for (const dataset of model.datasets.values()) {
    // The copy of a project has the same data as its dataset, and may be stricter.
    if (dataset.within) continue;
    const guard = guardOf(dataset);
    if (!guard) continue;
    for (const file of filesLoaded(dataset.load)) if (!guarded.has(file)) guarded.set(file, guard);
  }
  return guarded;
}

function guardOf(dataset: Dataset): Guard | null {
  const { view, download } = dataset.permission;
  if (view.rank > 0) return { dataset, by: 'view', level: view };
  if (download.rank > 0) return { dataset, by: 'download', level: download };
  for (const field of dataset.fields.values())
    if (field.permission.rank > 0) return { dataset, by: 'field', field, level: field.permission };
  if (dataset.only.length > 0) return { dataset, by: 'only' };
  return dataset.consent ? { dataset, by: 'consent' } : null;
}

/** Returns the files a dataset may be loaded from, including the replacement of a service. */
export function filesLoaded(load: LoadFrom): string[] {
  if (load.kind === 'file') return [load.file];
  return load.kind === 'service' && load.fallback ? filesLoaded(load.fallback) : [];
}
