import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AtlasStore } from '../../stores/atlas-store.ts';
import type { ChosenArea } from '../../stores/places/area-store.ts';
import { areaText } from './area-text.ts';
import { DownloadClient, type DownloadCalls } from './download-client.ts';

/** The numbers of objects in the area, before they are ordered; an older answer is dropped. */
class CountsStore {
  /** By dataset; null while they are not known. A dataset may be missing. */
  counts: ReadonlyMap<string, number> | null = null;
  loading = false;

  private readonly client: Pick<DownloadCalls, 'counts'>;
  private area: ChosenArea | null = null;

  constructor(client: Pick<DownloadCalls, 'counts'>) {
    this.client = client;
    makeAutoObservable<this, 'client' | 'area'>(this, {
      counts: observableRef,
      client: false,
      area: false,
    });
  }

  /** Counts in an area. Without an answer there are no numbers, and the order is not affected. */
  async request(area: ChosenArea | null): Promise<void> {
    this.counts = null;
    this.area = area;
    this.loading = area !== null;
    if (!area) return;
    const outcome = await this.client.counts(areaText(area.geometry));
    runInAction(() => {
      if (this.area !== area) return;
      this.loading = false;
      if (outcome.ok) this.counts = outcome.value;
    });
  }
}

/** Returns the store of the counts for an atlas; see `AtlasStore.storeOf`. */
export function makeCountsStore({ account, bundles }: AtlasStore): CountsStore {
  const locale = (): string => bundles.index.locale;
  return new CountsStore(new DownloadClient({ key: () => account.key, locale }));
}
