import type { Access, AtlasModel, Dataset } from 'atlas-engine';
import { ANONYMOUS } from '../../server/access/asker.ts';
import { decide } from '../../server/access/policies.ts';

/**
 * Returns why datasets that everyone may view are not part of a static site, by id. A site is a download
 * for everyone, and copies of it cannot be taken back.
 */
export function leftOutOf({ datasets }: AtlasModel, access: Access): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>();
  for (const dataset of datasets.values()) {
    if (dataset.permission.view.rank > 0) continue;
    const reason = reasonFor(dataset, access);
    if (reason !== null) reasons.set(dataset.id, reason);
  }
  return reasons;
}

/** Returns the ids of the datasets that not everyone may view, without the copies of projects. */
export function restrictedIn({ datasets }: AtlasModel): readonly string[] {
  return [...datasets.values()]
    .filter(({ id, permission }) => permission.view.rank > 0 && !id.includes('@'))
    .map(({ id }) => id);
}

function reasonFor({ id, consent, permission }: Dataset, access: Access): string | null {
  if (!access.datasets.has(id)) return 'the consent to it has ended';
  const lacking = (['publish', 'download'] as const).find(
    (use) => !(consent?.uses.has(use) ?? true),
  );
  if (lacking) return `the \`uses\` of its consent do not include \`${lacking}\``;
  if (decide(access, ANONYMOUS, { dataset: id, use: 'download' }).allow) return null;
  return `to download it requires \`${permission.download.id}\``;
}
