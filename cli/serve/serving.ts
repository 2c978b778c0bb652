/** Keeps a running server up to date with its configuration and store. */
import type { AgainJob, Job, Outcome, Prepared, ReadJob } from '../prepare/jobs.ts';
import { PreparationStopped } from '../prepare/preparer.ts';
import { stampsOf } from '../prepare/stamps-of.ts';
import type { CommandIo } from '../common/command.ts';
import { DamageWatch } from './damage-watch.ts';
import type { OpenAtlas } from './open-atlas.ts';
import { keepDoing, keepReloading } from '../prepare/reload.ts';

/** Milliseconds between two checks for data loaded by other processes. */
const STORE_LOOK = 5_000;

/** Option for preparations while a server runs: they have a lower priority. */
const BESIDE = { beside: true };

/** The fields of a job that `Serving` sets. */
type Given = 'config' | 'env' | 'color' | 'terminal' | 'damaged';

/** The served state, replaced as a whole by one job at a time. */
export class Serving {
  readonly #atlas: OpenAtlas;
  readonly #config: string;
  readonly #io: CommandIo;
  readonly #damage: DamageWatch;
  #current: Prepared;
  #last: Promise<unknown> = Promise.resolve();
  #stopReloading: () => Promise<void>;
  readonly #stopLooking: () => Promise<void>;

  constructor(atlas: OpenAtlas, config: string, io: CommandIo) {
    this.#atlas = atlas;
    this.#config = config;
    this.#io = io;
    this.#damage = new DamageWatch(atlas.store, io.err);
    this.#current = atlas.first.prepared;
    atlas.app.reportServices(() => this.#current.services);
    this.#stopReloading = this.#keepReloading();
    // Failures of the store are reported when data are requested, so they are ignored here.
    const ignore = () => undefined;
    this.#stopLooking = keepDoing(() => this.#inTurn(() => this.#look()), STORE_LOOK, ignore);
  }

  /**
   * Reads and serves the configuration, or keeps the last valid one. Returns the stamp of the folder
   * from before it was read; null if unknown.
   */
  takeOver(): Promise<string | null> {
    return this.#inTurn(async () => {
      const outcome = await this.#run({ kind: 'read' });
      this.#atlas.app.reportConfiguration(outcome.state);
      if (!outcome.prepared) {
        this.#io.err('The configuration has errors. The last valid configuration is still served.');
        return outcome.stamp;
      }
      await this.#serve(outcome);
      const stopOld = this.#stopReloading;
      this.#stopReloading = this.#keepReloading();
      void stopOld();
      this.#io.err('The new configuration is now served.');
      return outcome.stamp;
    });
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
    await Promise.all([this.#stopReloading(), this.#stopLooking()]);
  }

  /** Loads damaged data again, and serves data that other processes loaded. */
  async #look(): Promise<void> {
    const due = this.#damage.due(await this.#damage.damaged());
    if (due.length > 0) await this.#again(due);
    const { store } = this.#atlas;
    if (stampsOf(await store.statuses()) !== this.#current.stamps) await this.#again([]);
  }

  #keepReloading(): () => Promise<void> {
    const { datasets, waits } = this.#current.reload;
    return keepReloading(waits, () => this.#inTurn(() => this.#again(datasets)), this.failed);
  }

  async #again(datasets: readonly string[]): Promise<void> {
    await this.#serve(await this.#run({ kind: 'again', prepared: this.#current, datasets }));
  }

  async #run(job: Omit<ReadJob, Given> | Omit<AgainJob, Given>): Promise<Outcome> {
    const { env, color, terminal = false } = this.#io;
    const damaged = await this.#damage.damaged();
    const given = { config: this.#config, env, color, terminal, damaged };
    return this.#atlas.preparer.run({ ...job, ...given } as Job, BESIDE);
  }

  /** New data have new addresses; cached tiles are served until the snapshot is replaced. */
  async #serve({ prepared, snapshot }: Outcome): Promise<void> {
    if (prepared) this.#current = prepared;
    if (!snapshot) return;
    await this.#atlas.store.noteLoads();
    this.#atlas.app.replaceSnapshot(snapshot);
  }

  #inTurn<T>(job: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(job);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}
