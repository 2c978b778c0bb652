import type { AtlasModel, Dataset, Field, Level, LoadFrom } from '../model/model.ts';

/** Why the file of a dataset is not everyone's: a level, of the dataset or a field, or `only`. */
export type Guard =
  | { readonly dataset: Dataset; readonly by: 'view' | 'download'; readonly level: Level }
  | {
      readonly dataset: Dataset;
      readonly by: 'field';
      readonly field: Field;
      readonly level: Level;
    }
  | { readonly dataset: Dataset; readonly by: 'only' };

/**
 * The files that datasets load from and that nobody may fetch as they are: of a dataset that
 * everyone may not see or download, one with a field of a higher level, or one whose `only` keeps
 * features out. By path, with the first reason.
 */
export function guardedFiles(model: AtlasModel): ReadonlyMap<string, Guard> {
  const guarded = new Map<string, Guard>();
  for (const dataset of model.datasets.values()) {
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
  return dataset.only.length > 0 ? { dataset, by: 'only' } : null;
}

/** The files a dataset may be loaded from; what stands in for a service among them. */
export function filesLoaded(load: LoadFrom): string[] {
  if (load.kind === 'file') return [load.file];
  return load.kind === 'service' && load.else ? filesLoaded(load.else) : [];
}
