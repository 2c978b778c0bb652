/** Keeps a running server at what its configuration and its store hold. */
import type { AgainJob, Job, Outcome, Prepared, ReadJob } from '../prepare/jobs.ts';
import { PreparationStopped } from '../prepare/preparer.ts';
import { stampsOf } from '../prepare/stamps-of.ts';
import type { CommandIo } from '../common/command.ts';
import { DamageWatch } from './damage-watch.ts';
import type { OpenAtlas } from './open-atlas.ts';
import { keepDoing, keepReloading } from '../prepare/reload.ts';

/** Milliseconds between two looks for what another process loaded. */
const STORE_LOOK = 5_000;

/** What is prepared while the server answers goes after it. */
const BESIDE = { beside: true };

/** The fields of a job that `Serving` fills in. */
type Given = 'config' | 'env' | 'color' | 'terminal' | 'damaged';

/** What is served, replaced as a whole: one job after the other makes the next. */
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
    atlas.app.tellServices(() => this.#current.services);
    this.#stopReloading = this.#keepReloading();
    // A store that does not answer is reported to whoever asks for data, and to the log then.
    const ignore = () => undefined;
    this.#stopLooking = keepDoing(() => this.#inTurn(() => this.#look()), STORE_LOOK, ignore);
  }

  /**
   * Reads the configuration and serves it, or goes on with the last good one. Gives the stamp of the
   * folder from before it was read; null: not known.
   */
  takeOver(): Promise<string | null> {
    return this.#inTurn(async () => {
      const outcome = await this.#run({ kind: 'read' });
      this.#atlas.app.tellConfiguration(outcome.state);
      if (!outcome.prepared) {
        this.#io.err('The configuration has errors; the atlas goes on with the last good one.');
        return outcome.stamp;
      }
      await this.#serve(outcome);
      const stopOld = this.#stopReloading;
      this.#stopReloading = this.#keepReloading();
      void stopOld();
      this.#io.err('The atlas was changed over to the new configuration.');
      return outcome.stamp;
    });
  }

  /** Logs that a change could not be served. */
  readonly failed = (error: unknown): void => {
    if (error instanceof PreparationStopped) return;
    const { logger, output } = this.#atlas;
    logger.error({ err: output.fault(error) }, 'reload');
  };

  /** Ends what is being prepared, and begins nothing more. */
  async stop(): Promise<void> {
    this.#atlas.preparer.stop();
    await Promise.all([this.#stopReloading(), this.#stopLooking()]);
  }

  /** Loads what cannot be read any more, and serves what another process loaded. */
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

  /** New data have new addresses: tiles that were kept are served until the snapshot is replaced. */
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
