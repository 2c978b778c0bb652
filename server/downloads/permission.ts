/** Who may download what. Asked at the request, when the job begins, and at each fetch of the file. */
import type { AtlasSnapshot } from '../access/atlas-snapshot.ts';
import type { Asker } from '../access/asker.ts';
import { decide, decideTool, type Denied } from '../access/policies.ts';
import type { FileCut } from '../accounts/download.ts';

type Rules = Pick<AtlasSnapshot, 'access' | 'datasets' | 'excerpts'>;

/**
 * Decides what a visitor receives of a dataset that is offered for download. A dataset that is not
 * offered is denied as an unknown one.
 */
export function decideDownload(
  rules: Rules,
  visitor: Asker,
  dataset: string,
): ({ readonly allow: true } & FileCut) | Denied {
  if (!rules.datasets.get(dataset)?.download) return { allow: false, status: 404 };
  const decision = decide(rules.access, visitor, { dataset, use: 'download' });
  const excerpt = rules.excerpts.get(dataset)?.download;
  return decision.allow && excerpt !== undefined ? { ...decision, excerpt } : decision;
}

/**
 * Returns whether a visitor may still have a file with these datasets and fields, from the same part
 * of each dataset or from a part of what they may have now.
 */
export function mayFetch(rules: Rules, visitor: Asker, cuts: readonly FileCut[]): boolean {
  if (!decideTool(rules.access, visitor, 'download').allow) return false;
  return cuts.every(({ dataset, fields, excerpt }) => {
    const decision = decideDownload(rules, visitor, dataset);
    if (!decision.allow) return false;
    const isWithin = decision.excerpt === undefined || decision.excerpt === excerpt;
    return isWithin && fields.every((field) => decision.fields.includes(field));
  });
}

/**
 * Returns whether a dataset may be downloaded over an area that reaches the limit of the tool: only
 * one that everyone may view, and only if the atlas allows a number of objects there.
 */
export function mayBeWide(
  { access, downloadTool }: Pick<AtlasSnapshot, 'access' | 'downloadTool'>,
  dataset: string,
): boolean {
  return (downloadTool?.maxObjects ?? 0) > 0 && access.datasets.get(dataset)?.rank.view === 0;
}
