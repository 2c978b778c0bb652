import { makeAutoObservable, observable, when } from 'mobx';
import type { AccountStore } from '../account/account-store.ts';
import { answers, isReachable } from '../net/probe.ts';
import { Recovery, type Attempt } from '../net/recovery.ts';
import type { BasesStore } from './map/bases-store.ts';
import type { BundleStore } from './bundle/bundle-store.ts';
import type { FeatureStore } from './page/feature-store.ts';
import type { GroupStates } from './layers/group-states.ts';
import type { LayersStore } from './layers/layers-store.ts';
import { LineStore } from './page/line-store.ts';
import { isIcon, type MapStore } from './map/map-store.ts';

/** The stores whose requests may fail. */
interface FailuresNeeds {
  readonly account: AccountStore;
  readonly bases: BasesStore;
  readonly bundles: BundleStore;
  readonly feature: FeatureStore;
  readonly groups: GroupStates;
  readonly layers: LayersStore;
  readonly map: MapStore;
  /** Requests the additions for the visitor. */
  readonly loadSession: () => Promise<void>;
}

/** What a message names; a group by its id. */
export type FailedPart =
  'line' | 'session' | 'base' | 'relief' | 'symbols' | { readonly group: string };

/** What could not be loaded: for the message over the map, and to request it again. */
export class FailuresStore {
  readonly line = new LineStore();
  readonly recovery = new Recovery(
    () => this.attempts,
    () => document.hidden,
  );
  /** Keys of the parts whose message the visitor closed, until they are loaded. */
  private readonly closed = observable.set<string>();

  private readonly needs: FailuresNeeds;

  constructor(needs: FailuresNeeds) {
    this.needs = needs;
    makeAutoObservable<this, 'needs'>(
      this,
      { line: false, recovery: false, needs: false },
      { autoBind: true },
    );
  }

  /** Everything on the screen that is missing, base map first. */
  get parts(): readonly FailedPart[] {
    const { bases, bundles, groups, map } = this.needs;
    const failed = (source?: string): boolean => map.sources.get(source ?? '') === 'failed';
    const relief = map.hillshade ? bundles.index.hillshade?.sublayer.source : undefined;
    return [
      ...(this.line.down ? (['line'] as const) : []),
      ...(bundles.sessionFailed && this.hasLocked ? (['session'] as const) : []),
      ...(bases.current.sublayers.some(({ source }) => failed(source)) ? (['base'] as const) : []),
      ...(failed(relief) ? (['relief'] as const) : []),
      ...([...map.sources.keys()].some((id) => isIcon(id) && failed(id))
        ? (['symbols'] as const)
        : []),
      ...groups.shown
        .filter(({ id }) => groups.status(id) === 'failed')
        .map(({ id }) => ({ group: id })),
    ];
  }

  /** The parts to name in a message: those that the visitor has not closed. */
  get shown(): readonly FailedPart[] {
    return this.parts.filter((part) => !this.closed.has(keyOf(part)));
  }

  /** Closes the message. It opens again when something else fails. */
  close(): void {
    this.closed.replace(this.parts.map(keyOf));
  }

  /** Forgets closed messages about what is loaded again. */
  forgetLoaded(): void {
    const keys = new Set(this.parts.map(keyOf));
    for (const key of Array.from(this.closed)) if (!keys.has(key)) this.closed.delete(key);
  }

  /** Asks whether the server can be reached; without an answer, the connection is down. */
  async checkLine(): Promise<boolean> {
    const reachable = await isReachable(this.needs.bundles.isStatic);
    this.line.setDown(!reachable);
    return reachable;
  }

  /** The keys of all failed requests. */
  get keys(): readonly string[] {
    return this.attempts.map(({ key }) => key);
  }

  /** The failed requests. While the server cannot be reached, only the connection is tried. */
  private get attempts(): readonly Attempt[] {
    const { account, bundles, feature, map } = this.needs;
    if (this.line.down) return [{ key: 'line', run: this.checkLine }];
    return [
      ...(account.leaving.state === 'waiting'
        ? [{ key: 'logout', run: account.leaving.repeat }]
        : []),
      ...[...bundles.failures.keys()].map((category) => this.partAttempt(category)),
      ...(bundles.sessionFailed ? [this.sessionAttempt()] : []),
      ...[...map.sources].flatMap(([id, status]) =>
        status === 'failed' ? [this.sourceAttempt(id)] : [],
      ),
      ...(feature.details.state === 'failed' ? [this.detailsAttempt()] : []),
    ];
  }

  private partAttempt(category: string): Attempt {
    const { bundles } = this.needs;
    return {
      key: `part ${category}`,
      run: async (options) => {
        await bundles.loadPart(category, options);
        return !bundles.failures.has(category);
      },
    };
  }

  private sessionAttempt(): Attempt {
    const { bundles, loadSession } = this.needs;
    return {
      key: 'session',
      run: async () => {
        await loadSession();
        return !bundles.sessionFailed;
      },
    };
  }

  private sourceAttempt(id: string): Attempt {
    const { bundles, map } = this.needs;
    return {
      key: `source ${id}`,
      run: async ({ quiet }) => {
        const source = bundles.bundle.sources[id];
        const place = map.seen ?? { zoom: 0, lat: 0, lng: 0 };
        if (quiet && source && !(await answers(source, place))) return false;
        // It may have been removed from the map meanwhile.
        if (map.sources.has(id)) map.retry(id, { quiet });
        await when(() => !map.repeated.has(id));
        return map.sources.get(id) !== 'failed';
      },
    };
  }

  private detailsAttempt(): Attempt {
    const { feature } = this.needs;
    return {
      key: 'details',
      run: async (options) => {
        await feature.loadDetails(options);
        return feature.details.state !== 'failed';
      },
    };
  }

  private get hasLocked(): boolean {
    return this.needs.bundles.index.categories.some(({ groups }) =>
      groups.some(({ locked }) => locked),
    );
  }
}

function keyOf(part: FailedPart): string {
  return typeof part === 'string' ? part : `group ${part.group}`;
}
