import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { fits, pageAnswer, type PageAnswer, type PagedFeature } from 'atlas-engine/http';
import type { FailureKind, Network } from '../../net/http-client.ts';
import { requestOf, type PageQuestion } from './feature-request.ts';

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
      { features: observableRef, network: false, question: false, after: false, running: false },
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
    const outcome = await this.network.json(address, {
      reader: async () => isPage,
      signal,
      ...body,
    });
    return runInAction(() => {
      if (this.running !== running) return false;
      this.running = null;
      this.loading = false;
      if (outcome.ok) this.add(outcome.value);
      else this.problem = outcome.failure.kind;
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

  private add({ features, links, numberMatched }: PageAnswer): void {
    this.features = [...this.features, ...features];
    this.total ??= numberMatched ?? null;
    const next = links.find(({ rel }) => rel === 'next');
    this.after = next
      ? new URL(next.href, 'https://atlas.invalid').searchParams.get('after')
      : null;
    this.isComplete = this.after === null;
  }
}

function isPage(value: unknown): value is PageAnswer {
  return fits(pageAnswer, value);
}
