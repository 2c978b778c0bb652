import { reaction } from 'mobx';
import type { AtlasStore } from '../../stores/atlas-store.ts';
import type { DownloadStore } from './download-store.ts';

/**
 * Loads the offer again when the levels of the visitor change, and forgets the downloads of another
 * account. A visitor who logs in again finds the previous choices.
 */
export function followVisitor(
  { account, bundles, side }: Pick<AtlasStore, 'account' | 'bundles' | 'side'>,
  store: DownloadStore,
): void {
  let owner = account.profile?.username;
  reaction(
    () => [account.profile?.username, bundles.session?.levels.join()],
    ([name]) => {
      if (name === undefined) return;
      if (owner !== undefined && name !== owner) store.reset();
      owner = name;
      if (side.tool === 'download') void store.open();
    },
  );
}
