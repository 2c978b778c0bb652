import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Json } from 'atlas-engine/runtime';
import type { FailureKind, Network } from '../../net/request-json.ts';
import { requestOf, type PageQuestion } from './feature-request.ts';

/** A feature of a dataset. Its id is that of the feature in tiles. */
export interface PagedFeature {
  readonly id: string | number;
  readonly properties: Readonly<Record<string, Json>>;
  readonly geometry: GeoJSON.Geometry;
}

interface Page {
  readonly features: readonly PagedFeature[];
  readonly numberMatched?: number;
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}

const KEYS = ['features', 'links'];

/** The features of a dataset, loaded page by page. An answer to an earlier request is dropped. */
export class FeaturePages {
  features: readonly PagedFeature[] = [];
  /** Number of all features; null until the server has counted them. */
  total: number | null = null;
  loading = false;
  /** Why the last page is missing. */
  problem: FailureKind | 'cancelled' | null = null;
  /** Whether all pages are loaded. */
  isComplete = false;

  private readonly network: Network;
  private readonly question: Omit<PageQuestion, 'after'>;
  private after: string | null = null;
  private running: AbortController | null = null;

  constructor(network: Network, question: Omit<PageQuestion, 'after'>) {
    this.network = network;
    this.question = question;
    makeAutoObservable<this, 'network' | 'question' | 'after' | 'running'>(
      this,
      {
        features: observableRef,
        ...{ network: false, question: false, after: false, running: false },
      },
      { autoBind: true },
    );
  }

  /** Loads the next page. Returns whether it was loaded. */
  async load(): Promise<boolean> {
    if (this.loading || this.isComplete) return false;
    const running = new AbortController();
    this.running = running;
    this.loading = true;
    this.problem = null;
    const { address, ...body } = requestOf({ ...this.question, after: this.after });
    const { signal } = running;
    const outcome = await this.network.json<Page>(address, { keys: KEYS, signal, ...body });
    return runInAction(() => {
      if (this.running !== running) return false;
      this.running = null;
      this.loading = false;
      if (outcome.ok) this.add(outcome.value);
      else this.problem = outcome.failure;
      return outcome.ok;
    });
  }

  /** Ends a request. The pages that are loaded stay. */
  stop(): void {
    this.running?.abort();
    this.running = null;
    this.loading = false;
  }

  /** Ends a request because the visitor cancels it. */
  cancel(): void {
    if (this.loading) this.problem = 'cancelled';
    this.stop();
  }

  private add({ features, links, numberMatched }: Page): void {
    this.features = [...this.features, ...features];
    this.total ??= numberMatched ?? null;
    const next = links.find(({ rel }) => rel === 'next');
    this.after = next
      ? new URL(next.href, 'https://atlas.invalid').searchParams.get('after')
      : null;
    this.isComplete = this.after === null;
  }
}
