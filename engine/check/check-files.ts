import { fileUses, folderOf, photoRanks } from '../access/file-uses.ts';
import { nodeOf, type CheckContext } from './context.ts';

/**
 * Holds the files that are shown against the folders of photos, which are guarded more strictly.
 * Diagnostics: `file-among-photos`.
 */
export function checkFiles(context: CheckContext): void {
  const photos = photoRanks(context.model);
  for (const { path, rank, owner, key } of fileUses(context.model)) {
    const needed = photos.get(folderOf(path)) ?? 0;
    if (needed <= rank) continue;
    const level = context.model.levels[needed]!.id;
    const target = { node: nodeOf(owner, context), key };
    context.report.error('file-among-photos', target, { found: path, level });
  }
}
