import { reaction } from 'mobx';
import type { AtlasStore } from '../../stores/atlas-store.ts';
import { DownloadClient } from './download-client.ts';
import { DownloadStore } from './download-store.ts';

/** Returns the store of the tool for an atlas; see `AtlasStore.storeOf`. */
export function makeDownloadStore(atlas: AtlasStore): DownloadStore {
  const { account, bundles, layers } = atlas;
  const tool = bundles.bundle.tools.find(({ id }) => id === 'download');
  const store = new DownloadStore({
    client: new DownloadClient({ key: () => account.key, locale: () => bundles.index.locale }),
    formats: tool?.id === 'download' ? tool.formats : [],
    active: () => layers.active.map(({ id }) => bundles.entries.get(id)?.entry.id ?? id),
    sessionEnded: () => void account.expire(),
  });
  followVisitor(atlas, store);
  return store;
}

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
