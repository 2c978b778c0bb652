import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ComparableAnswer, Overlap, OverlapsAnswer } from 'atlas-engine/http';
import type { FailureKind } from '../../net/http-client.ts';
import { loadReaders } from '../../net/load-readers.ts';
import type { AtlasStore } from '../../stores/atlas-store.ts';
import type { OverlapsOf } from '../../stores/page/side-store.ts';

const ADDRESS = '/api/geodata/overlaps/';

/** Time in milliseconds for an answer, beside the time limit of the tool. */
const GRACE_MS = 10_000;

/** After this many results, the visitor asks for the next ones. */
const SHOWN_AT_ONCE = 200;

type Layer = ComparableAnswer['layers'][number];

/** What has been compared so far. */
export interface Comparison extends Pick<OverlapsAnswer, 'count' | 'compared' | 'slow' | 'next'> {
  readonly layer: Layer;
  readonly other: Layer;
  readonly found: readonly Overlap[];
}

/** Which objects of a layer overlap those of another: one request after the other, until all are compared. */
class OverlapsStore {
  /** The layers to choose from; null until they are known. */
  layers: readonly Layer[] | null = null;
  /** The ids of the chosen layers; empty for none. */
  layer = '';
  other = '';
  result: Comparison | null = null;
  failure: FailureKind | null = null;
  loading = false;

  private readonly atlas: AtlasStore;
  private running: AbortController | null = null;

  constructor(atlas: AtlasStore) {
    this.atlas = atlas;
    makeAutoObservable<this, 'atlas' | 'running'>(
      this,
      { layers: observableRef, result: observableRef, atlas: false, running: false },
      { autoBind: true },
    );
  }

  /** Loads the layers and chooses two of them; starts if both are given. */
  async open({ layer, other }: OverlapsOf): Promise<void> {
    if (this.layers === null) await this.loadLayers();
    if (layer !== undefined) this.choose('layer', layer);
    if (other === undefined) return;
    this.choose('other', other);
    await this.request();
  }

  choose(which: 'layer' | 'other', group: string): void {
    const isThere = this.layers?.some((layer) => layer.group === group) === true;
    const chosen = isThere ? group : '';
    if (this[which] === chosen) return;
    this.stop();
    this[which] = chosen;
    this.result = null;
    this.failure = null;
  }

  /** Compares all features, or those that follow the result. */
  async request(): Promise<void> {
    const layer = this.layers?.find(({ group }) => group === this.layer);
    const other = this.layers?.find(({ group }) => group === this.other);
    if (!layer || !other || this.loading) return;
    this.showOnMap([layer, other]);
    const running = new AbortController();
    this.running = running;
    this.loading = true;
    this.failure = null;
    if (this.result?.next === undefined) this.result = null;
    const last = (this.result?.found.length ?? 0) + SHOWN_AT_ONCE;
    do await this.requestNext({ layer, other }, running);
    while (this.running === running && this.mayGoOn(last));
    runInAction(() => {
      if (this.running === running) this.stop();
    });
  }

  /** Ends the comparison; what was found is kept. */
  stop(): void {
    this.running?.abort();
    this.running = null;
    this.loading = false;
  }

  /** The result may contain what only the visitor of before may see. */
  forget(): void {
    this.stop();
    this.layers = null;
    this.layer = '';
    this.other = '';
    this.result = null;
    this.failure = null;
  }

  private showOnMap(compared: readonly Layer[]): void {
    const { bundles, catalogue, groups } = this.atlas;
    const ids = compared.map(({ group }) => groups.inProject(group));
    void catalogue.add(...ids.filter((id) => bundles.openEntry(id)));
  }

  private mayGoOn(last: number): boolean {
    const { failure, result } = this;
    return failure === null && result?.next !== undefined && result.found.length < last;
  }

  private async loadLayers(): Promise<void> {
    this.loading = true;
    const outcome = await this.atlas.network.json(ADDRESS, { reader: comparable, patient: true });
    runInAction(() => {
      this.loading = false;
      if (outcome.ok) this.layers = outcome.value.layers;
      else this.failure = outcome.failure.kind;
    });
  }

  private async requestNext(
    { layer, other }: Pick<Comparison, 'layer' | 'other'>,
    running: AbortController,
  ): Promise<void> {
    const { bundles, network } = this.atlas;
    const before = this.result;
    const query = new URLSearchParams({ layer: layer.group, with: other.group });
    if (before?.next !== undefined) query.set('after', before.next);
    const analyse = bundles.bundle.tools.find((tool) => tool.id === 'analyse');
    const outcome = await network.json(`${ADDRESS}?${query}`, {
      reader: overlaps,
      signal: running.signal,
      timeout: (analyse?.timeout ?? 0) + GRACE_MS,
      patient: true,
    });
    runInAction(() => {
      if (this.running !== running) return;
      if (!outcome.ok) {
        this.failure = outcome.failure.kind;
        return;
      }
      const { count, compared, slow, found, next } = outcome.value;
      this.result = {
        layer,
        other,
        count,
        compared: (before?.compared ?? 0) + compared,
        slow: (before?.slow ?? 0) + slow,
        found: [...(before?.found ?? []), ...found],
        ...(next !== undefined && { next }),
      };
    });
  }
}

const comparable = async () => (await loadReaders()).isComparable;

const overlaps = async () => (await loadReaders()).isOverlaps;

/** Returns the store of the tool for an atlas; see `AtlasStore.storeOf`. */
export function makeOverlapsStore(atlas: AtlasStore): OverlapsStore {
  return new OverlapsStore(atlas);
}
