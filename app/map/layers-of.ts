import { styleLayerId } from 'atlas-engine/runtime';
import type { AtlasStore } from '../stores/atlas-store.ts';

/** Returns the ids of the style layers of a group, labels included. */
export function layersOf(
  { bundles }: AtlasStore,
  group: string,
  { onlyInteractive = false } = {},
): string[] {
  const sublayers = bundles.bundle.groups[group]?.sublayers ?? [];
  return sublayers
    .filter(({ interactive }) => interactive || !onlyInteractive)
    .map(({ id }) => styleLayerId({ kind: 'group', owner: group, sublayer: id }));
}
