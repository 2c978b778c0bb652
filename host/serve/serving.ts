/** Keeps a running server up to date with its configuration and store. */
import { isDeepStrictEqual } from 'node:util';
import { endedIn } from 'atlas-engine';
import type { AtlasSnapshot, ScopedSnapshot } from '../../server/access/atlas-snapshot.ts';
import { hashOfSight, type Sight } from '../../server/access/sight.ts';
import { sightsAt } from '../../server/accounts/ranks.ts';
import type {
  AgainJob,
  CheckJob,
  Job,
  Outcome,
  Prepared,
  ReadJob,
  ScopesJob,
} from '../prepare/jobs.ts';
import { PreparationStopped } from '../prepare/preparer.ts';
import { stampsOf } from '../prepare/stamps-of.ts';
import type { CommandIo } from '../common/command.ts';
import { DamageWatch } from './damage-watch.ts';
import type { OpenAtlas } from './open-atlas.ts';
import { keepDoing, keepReloading } from '../prepare/reload.ts';
import type { Checked, Load, Taken } from './watch-config.ts';

/** Milliseconds between two checks for data loaded by other processes. */
const STORE_POLL = 5_000;

/** Milliseconds between two checks for consents that have ended, and for grants. */
const ACCOUNT_POLL = 1_000;

const ERRORS = 'The configuration has errors. The last valid configuration is still served.';

const ERRORS_OF_DATA =
  'The configuration has errors in its data. Its texts and permissions are served, with the data that were loaded before.';

/** The fields of a job that `Serving` sets. */
type Given = 'config' | 'env' | 'color' | 'terminal' | 'damaged' | 'consents' | 'outlines' | 'live';

/** A job of one of these kinds, without the fields that `Serving` sets. */
type Wanted =
  Omit<CheckJob, Given> | Omit<ReadJob, Given> | Omit<AgainJob, Given> | Omit<ScopesJob, Given>;

/**
 * The served state, replaced as a whole. Loads run one at a time; checks of texts run beside them.
 */
export class Serving {
  readonly #atlas: OpenAtlas;
  readonly #config: string;
  readonly #io: CommandIo;
  /** Whether authors see each change at once, and errors on the map. */
  readonly #live: boolean;
  readonly #damage: DamageWatch;
  #current: Prepared;
  /** Stamp of the texts of the served configuration; null if unknown. */
  #texts: string | null;
  #last: Promise<unknown> = Promise.resolve();
  #stopReloading: () => Promise<void>;
  readonly #stopPolling: () => Promise<void>;
  readonly #stopAsking: () => Promise<void>;
  readonly #stopScoping: () => Promise<void>;
  /** The snapshots for levels in places, by hash, with the snapshot of everyone; null: as everyone. */
  #scoped: {
    readonly of: AtlasSnapshot | null;
    readonly snapshots: ReadonlyMap<string, ScopedSnapshot | null>;
  } = { of: null, snapshots: new Map() };

  constructor(
    atlas: OpenAtlas,
    { config, live = false }: { readonly config: string; readonly live?: boolean },
    io: CommandIo,
  ) {
    this.#atlas = atlas;
    this.#config = config;
    this.#io = io;
    this.#live = live;
    this.#damage = new DamageWatch(atlas.store, io.err);
    this.#current = atlas.first.prepared;
    this.#texts = atlas.first.texts;
    atlas.app.reportServices(() => this.#current.services);
    this.#stopReloading = this.#keepReloading();
    // Failures of the store are reported when data are requested, so they are ignored here.
    const ignore = () => undefined;
    this.#stopPolling = keepDoing(() => this.#inTurn(() => this.#poll()), STORE_POLL, ignore);
    this.#stopAsking = keepDoing(() => this.#askConsents(), ACCOUNT_POLL, this.failed);
    this.#stopScoping = keepDoing(() => this.#askGrants(), ACCOUNT_POLL, this.failed);
  }

  /**
   * Checks the texts of the configuration, beside a load if there is one. If they are stricter than
   * the served ones, or with `anyway` or live, serves them at once over the loaded data.
   */
  async check({ anyway }: { readonly anyway: boolean }): Promise<Checked> {
    for (;;) {
      const served = this.#current;
      const outcome = await this.#run({ kind: 'check', served, anyway: anyway || this.#live });
      // A load that has ended meanwhile may have replaced the state that the texts were compared with.
      if (served !== this.#current) continue;
      const { state, texts, prepared } = outcome;
      const isValid = state.errors === 0;
      this.#show(outcome);
      if (!isValid) {
        this.#atlas.app.reportConfiguration(state);
        if (!this.#live)
          this.#io.err(
            `The texts of the configuration have errors (${state.errors}). A stricter permission in them has no effect until they are corrected.`,
          );
      }
      if (prepared) {
        await this.#serveNew(outcome);
        if (!this.#live)
          this.#io.err(
            'The new configuration is stricter. It is served with the data that are loaded, and its own data are loaded now.',
          );
      }
      return { texts, isValid };
    }
  }

  /** Reads, loads and serves the configuration, or keeps the last valid one. */
  takeOver(load: Load): Promise<Taken> {
    return this.#inTurn(async () => {
      const outcome = await this.#run({ kind: 'read' }, load.signal);
      const { stamp, texts, state } = outcome;
      // The data of older texts are kept, but not the texts: newer ones may be stricter.
      if (load.isOutdated) return { stamp, texts, hasErrors: false };
      this.#atlas.app.reportConfiguration(state);
      this.#show(outcome);
      if (!outcome.prepared) {
        this.#io.err(texts === this.#texts ? ERRORS_OF_DATA : ERRORS);
        return { stamp, texts, hasErrors: true };
      }
      await this.#serveNew(outcome);
      this.#io.err('The new configuration is now served.');
      return { stamp, texts, hasErrors: false };
    });
  }

  /** Shows the errors of a configuration on the maps of its author. */
  #show({ errors }: Outcome): void {
    if (errors) this.#atlas.app.reportErrors(errors);
  }

  /** Logs that a change could not be applied. */
  readonly failed = (error: unknown): void => {
    if (error instanceof PreparationStopped) return;
    const { logger, output } = this.#atlas;
    logger.error({ err: output.fault(error) }, 'reload');
  };

  /** Ends the preparation in progress, and starts no new one. */
  async stop(): Promise<void> {
    this.#atlas.preparer.stop();
    await Promise.all([
      this.#stopReloading(),
      this.#stopPolling(),
      this.#stopAsking(),
      this.#stopScoping(),
    ]);
  }

  /** Loads damaged data again, and serves data that other processes loaded. */
  async #poll(): Promise<void> {
    const due = this.#damage.due(await this.#damage.damaged());
    if (due.length > 0) await this.#again(due);
    const { store } = this.#atlas;
    if (stampsOf(await store.statuses()) !== this.#current.stamps) await this.#again([]);
  }

  /**
   * Withholds data whose consent has ended, and then compiles the atlas without them. It does not wait
   * for a load.
   */
  async #askConsents(): Promise<void> {
    const { consents, ended } = this.#current;
    if (consents.length === 0) return;
    const now = endedIn(consents, await this.#atlas.consents.state());
    if (isDeepStrictEqual(now, ended)) return;
    this.#atlas.app.withhold(new Set(now));
    await this.#again([]);
  }

  /**
   * Compiles what accounts with levels in places see, when their grants, the atlas or its data have
   * changed. Until then, they are answered as everyone with their level everywhere.
   */
  async #askGrants(): Promise<void> {
    const { app, store, accounts } = this.#atlas;
    const { store: people, now } = accounts.accounts;
    const { accounts: rules } = app.currentSnapshot();
    const sights = await sightsAt(people, rules, now());
    const wanted = new Map(sights.map((sight) => [hashOfSight(sight), sight]));
    const of = app.currentSnapshot();
    // Snapshots of another atlas, or of other data, are not served.
    const known = of === this.#scoped.of ? this.#scoped.snapshots : new Map();
    const left = [...known].filter(([hash]) => wanted.has(hash));
    const missing = [...wanted].filter(([hash]) => !known.has(hash));
    const isSame = missing.length === 0 && left.length === known.size;
    if (isSame && of === this.#scoped.of) return;
    let snapshots: ReadonlyMap<string, ScopedSnapshot | null> = new Map(left);
    if (wanted.size > 0 || this.#scoped.snapshots.size > 0) {
      const found = await this.#compileScoped(of, snapshots, missing);
      snapshots = new Map([...left, ...found]);
      await store.noteLoads();
      const open = [...snapshots].flatMap(([hash, one]) => (one ? [[hash, one] as const] : []));
      app.serveScoped(of, new Map(open));
    }
    this.#scoped = { of, snapshots };
  }

  /** Compiles what some accounts see; null for an account whose grants open nothing. */
  async #compileScoped(
    { revision: adds }: AtlasSnapshot,
    served: ReadonlyMap<string, ScopedSnapshot | null>,
    missing: readonly (readonly [hash: string, sight: Sight])[],
  ): Promise<readonly (readonly [hash: string, snapshot: ScopedSnapshot | null])[]> {
    const kept = [...served.values()].flatMap((one) =>
      [...(one?.excerpts.values() ?? [])].flatMap((byUse) => Object.values(byUse)),
    );
    const sights = missing.map(([, sight]) => sight);
    const prepared = this.#current;
    const { scoped } = await this.#run({ kind: 'scopes', prepared, sights, adds, kept });
    return missing.map(([hash]) => [hash, scoped?.get(hash) ?? null] as const);
  }

  #keepReloading(): () => Promise<void> {
    const { datasets, waits } = this.#current.reload;
    return keepReloading(waits, () => this.#inTurn(() => this.#again(datasets)), this.failed);
  }

  async #again(datasets: readonly string[]): Promise<void> {
    const before = this.#current;
    const outcome = await this.#run({ kind: 'again', prepared: before, datasets });
    // A check has served newer texts meanwhile; the next poll compiles them with these data.
    if (before === this.#current) await this.#serve(outcome);
  }

  async #run(job: Wanted, signal?: AbortSignal): Promise<Outcome> {
    const { env, color, terminal = false } = this.#io;
    const damaged = await this.#damage.damaged();
    const live = this.#live;
    const consents = await this.#atlas.consents.state();
    const { outlines } = this.#current;
    const config = this.#config;
    const given = { config, env, color, terminal, damaged, consents, outlines, live };
    return this.#atlas.preparer.run({ ...job, ...given } as Job, {
      // Visitors have priority; an author waits for the change.
      beside: !live,
      ...(signal && { signal }),
    });
  }

  /** Serves another configuration, and requests its services from now on. */
  async #serveNew(outcome: Outcome): Promise<void> {
    this.#texts = outcome.texts;
    await this.#serve(outcome);
    const stopOld = this.#stopReloading;
    this.#stopReloading = this.#keepReloading();
    void stopOld();
  }

  /** New data have new addresses; cached tiles are served until the snapshot is replaced. */
  async #serve({ prepared, snapshot }: Outcome): Promise<void> {
    if (prepared) this.#current = prepared;
    if (!snapshot) return;
    await this.#atlas.store.noteLoads();
    // Another configuration may have been served meanwhile.
    if (prepared && prepared !== this.#current) return;
    this.#atlas.app.replaceSnapshot(snapshot);
  }

  #inTurn<T>(job: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(job);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}
