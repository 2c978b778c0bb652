import { fileUses, folderOf, photoRanks } from '../compile/file-uses.ts';
import { filesLoaded, guardedFiles, type Guard } from '../compile/guarded-files.ts';
import type { Guarded } from '../diagnostics/parameters.ts';
import type { AtlasModel, Dataset } from '../model/model.ts';
import { nodeOf, type CheckContext } from './context.ts';

/**
 * Holds the files that are shown against what guards them: the datasets that load from them and
 * the folders of photos. Sources that nothing draws are held too. Diagnostics:
 * `restricted-file-public`, `file-among-photos`, `same-file-laxer`.
 */
export function checkFiles(context: CheckContext): void {
  const { model, report } = context;
  const photos = photoRanks(model);
  const guarded = guardedFiles(model);
  const sources = [...model.sources.values()].map((source) => ({
    path: source.file ?? '',
    rank: 0,
    owner: source,
    key: 'file',
  }));
  for (const { path, rank, owner, key } of [...sources, ...fileUses(model)]) {
    const node = nodeOf(owner, context);
    const target =
      key === 'driver' ? { node: node['driver'] as object, key: 'pmtiles' } : { node, key };
    const guard = guarded.get(path);
    if (guard) report.error('restricted-file-public', target, { found: path, ...wordsOf(guard) });
    const needed = photos.get(folderOf(path)) ?? 0;
    if (needed <= rank) continue;
    report.error('file-among-photos', target, { found: path, level: model.levels[needed]!.id });
  }
  for (const [file, datasets] of datasetsByFile(model)) {
    // Many open datasets over one file are common, restricted ones are few.
    const strict = datasets.filter(isRestricted);
    for (const dataset of datasets) checkLaxer(dataset, { file, strict }, context);
  }
}

function isRestricted({ permission, fields }: Dataset): boolean {
  return permission.view.rank > 0 || [...fields.values()].some((one) => one.permission.rank > 0);
}

function wordsOf(guard: Guard): Guarded {
  const dataset = guard.dataset.id;
  if (guard.by === 'only') return { dataset, by: guard.by };
  const level = guard.level.id;
  return guard.by === 'field'
    ? { dataset, by: guard.by, field: guard.field.name, level }
    : { dataset, by: guard.by, level };
}

function datasetsByFile(model: AtlasModel): Map<string, Dataset[]> {
  const byFile = new Map<string, Dataset[]>();
  for (const dataset of model.datasets.values())
    for (const file of dataset.cut ? [] : filesLoaded(dataset.load)) {
      const known = byFile.get(file);
      if (known) known.push(dataset);
      else byFile.set(file, [dataset]);
    }
  return byFile;
}

/** Two datasets over one file: what one restricts the other may give away. */
function checkLaxer(
  dataset: Dataset,
  { file, strict }: { readonly file: string; readonly strict: readonly Dataset[] },
  context: CheckContext,
): void {
  const node = nodeOf(dataset, context);
  const { view } = dataset.permission;
  const words = { dataset: dataset.id, found: file };
  for (const other of strict) {
    const needed = other.permission.view;
    // With `only` the open features may well be others than the restricted ones.
    if (dataset.only.length === 0 && view.rank < needed.rank) {
      const levels = { open: view.id, level: needed.id };
      context.report.warn(
        'same-file-laxer',
        { node, key: 'permission' },
        { ...words, other: other.id, ...levels },
      );
      return;
    }
    for (const { name, permission } of dataset.fields.values()) {
      const theirs = other.fields.get(name)?.permission;
      if (!theirs || theirs.rank <= Math.max(permission.rank, needed.rank)) continue;
      const levels = { open: permission.id, level: theirs.id };
      context.report.warn(
        'same-file-laxer',
        { node: node['fields'] as object, key: name, part: 'key' },
        { ...words, other: other.id, field: name, ...levels },
      );
    }
  }
}
