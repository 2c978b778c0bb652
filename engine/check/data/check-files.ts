import { fileUses, folderOf, photoRanks } from '../../compile/file-uses.ts';
import { filesLoaded, guardedFiles, type Guard } from '../../compile/guarded-files.ts';
import type { Guarded } from '../../diagnostics/parameters.ts';
import type { Dataset } from '../../model/model.ts';
import { groupBy } from '../../basics/group-by.ts';
import { isRestricted } from './check-feed-names.ts';
import { nodeOf, wholeDatasets, type CheckContext } from '../context.ts';
import { fieldAt, insideOf, valueAt } from '../places.ts';

/**
 * Checks that no visitor receives a restricted file through another object that names it: the file
 * of a restricted dataset, or a file in a folder of restricted photos.
 * Sources that are not drawn are checked too. Diagnostics: `restricted-file-public`,
 * `file-among-photos`, `same-file-laxer`.
 */
export function checkFiles(context: CheckContext): void {
  const { model, report } = context;
  const photos = photoRanks(model);
  const guarded = guardedFiles(model);
  const sources = [...model.sources.values()].map((owner) => {
    return { path: owner.file ?? '', rank: 0, owner, key: 'file' };
  });
  for (const { path, rank, owner, key } of [...sources, ...fileUses(model)]) {
    const guard = guarded.get(path);
    const needed = photos.get(folderOf(path)) ?? 0;
    if (!guard && needed <= rank) continue;
    const driver = key === 'driver' ? insideOf(nodeOf(owner, context), key) : undefined;
    const target = driver ? { node: driver, key: 'pmtiles' } : valueAt(owner, key, context);
    if (guard) report.error('restricted-file-public', target, { found: path, ...wordsOf(guard) });
    if (needed > rank)
      report.error('file-among-photos', target, { found: path, level: model.levels[needed]!.id });
  }
  const loads = wholeDatasets(model).flatMap((dataset) =>
    filesLoaded(dataset.load).map((file) => ({ file, dataset })),
  );
  for (const [file, uses] of groupBy(loads, (load) => load.file)) {
    const datasets = uses.map(({ dataset }) => dataset);
    // Many open datasets may share a file, but few are restricted.
    const strict = datasets.filter(isRestricted);
    for (const dataset of datasets) checkLaxer(dataset, { file, strict }, context);
  }
}

function wordsOf(guard: Guard): Guarded {
  const dataset = guard.dataset.id;
  if (!('level' in guard)) return { dataset, by: guard.by };
  const level = guard.level.id;
  return guard.by === 'field'
    ? { dataset, by: guard.by, field: guard.field.name, level }
    : { dataset, by: guard.by, level };
}

/** When two datasets load the same file, one may publish what the other restricts. */
function checkLaxer(
  dataset: Dataset,
  { file, strict }: { readonly file: string; readonly strict: readonly Dataset[] },
  context: CheckContext,
): void {
  const { view } = dataset.permission;
  for (const other of strict) {
    const params = { dataset: dataset.id, found: file, other: other.id };
    const needed = other.permission.view;
    // With `only`, the open features may be different from the restricted ones.
    if (dataset.only.length === 0 && view.rank < needed.rank) {
      const levels = { open: view.id, level: needed.id };
      const target = valueAt(dataset, 'permission', context);
      context.report.warn('same-file-laxer', target, { ...params, ...levels });
      return;
    }
    for (const { name, permission } of dataset.fields.values()) {
      const theirs = other.fields.get(name)?.permission;
      if (!theirs || theirs.rank <= Math.max(permission.rank, needed.rank)) continue;
      const levels = { field: name, open: permission.id, level: theirs.id };
      const target = fieldAt(dataset, name, context);
      context.report.warn('same-file-laxer', target, { ...params, ...levels });
    }
  }
}
