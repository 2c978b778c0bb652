import { makeAutoObservable, observable, runInAction } from 'mobx';
import type { StyleResources } from 'atlas-engine/runtime';
import type { Network } from '../../net/http-client.ts';
import type { BundleStore } from './bundle-store.ts';

type StyleDocument = NonNullable<StyleResources['documents']>[string];

/** The hosted styles of base maps. Each is fetched when its base map is first chosen. */
export class DocumentsStore {
  readonly documents = observable.map<string, StyleDocument>({}, { deep: false });
  readonly loading = observable.set<string>();

  private readonly bundles: BundleStore;
  private readonly network: Network;

  constructor(bundles: BundleStore, network: Network) {
    this.bundles = bundles;
    this.network = network;
    makeAutoObservable<this, 'bundles' | 'network'>(
      this,
      { bundles: false, network: false },
      { autoBind: true },
    );
  }

  /** The documents by the id of their source, as a plain object. */
  get all(): Readonly<Record<string, StyleDocument>> {
    return Object.fromEntries(this.documents);
  }

  /**
   * Fetches the document of a source of type `style`. Returns false when it fails or is not a
   * style.
   */
  async ensure(source: string): Promise<boolean> {
    const found = this.bundles.bundle.sources[source];
    if (found?.type !== 'style') return false;
    if (this.documents.has(source) || this.loading.has(source)) return true;
    this.loading.add(source);
    const outcome = await this.network.json<StyleDocument>(found.url);
    runInAction(() => {
      this.loading.delete(source);
      if (outcome.ok && isStyle(outcome.value)) this.documents.set(source, outcome.value);
    });
    return this.documents.has(source);
  }
}

/**
 * Servers may report errors as JSON, so the value is only accepted if it has sources and layers.
 */
function isStyle(value: unknown): value is StyleDocument {
  const { sources, layers } = Object(value) as { sources?: unknown; layers?: unknown };
  return typeof sources === 'object' && sources !== null && Array.isArray(layers);
}
