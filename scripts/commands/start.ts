import { join } from 'node:path';
import { ConfigFolderError } from '../../server/config/config-folder-error.ts';
import { readConfigFolder } from '../../server/config/read-config-folder.ts';
import {
  checkSettings,
  SettingsError,
  unknownSettings,
  type Settings,
} from '../../server/config/settings.ts';
import { createServer } from '../../server/create-server.ts';
import { createLogger } from '../../server/http/log.ts';
import { limitsFor } from '../../server/limits.ts';
import { askerOfPreview, isOwnMachine, previewBanner, whyNoPreview } from '../../server/preview.ts';
import { Metrics } from '../../server/metrics/metrics.ts';
import { serveMetrics, type MetricsServer } from '../../server/metrics/serve-metrics.ts';
import { TileFiles } from '../../server/routes/tiles/tile-files.ts';
import { ServiceSettingError } from '../../server/services/service-settings.ts';
import { startServer, stopOnSignals, type RunningServer } from '../../server/start-server.ts';
import { openStore } from '../../server/store/open-store.ts';
import { appDirFor } from '../app-dir.ts';
import type { Outcome, Prepared } from '../prepare/jobs.ts';
import { PreparationStopped, Preparer } from '../prepare/preparer.ts';
import { stampsOf } from '../prepare/stamps-of.ts';
import { UsageError, type CommandIo } from './command.ts';
import { keepDoing, keepReloading } from './reload.ts';
import { placeOf } from './store-place.ts';
import { watchConfig } from './watch-config.ts';

const MEGABYTE = 1_048_576;

/** Time after which a start says what it is at. */
const SLOW_MILLISECONDS = 4_000;

/** What is prepared while the server answers goes after it. */
const BESIDE = { beside: true };

/** Time between two looks for what another process loaded. */
const STORE_LOOK_MILLISECONDS = 5_000;

/**
 * Starts the atlas: checks the configuration, loads what changed, builds the application when its
 * source is newer, and listens. A change of the configuration is taken over while it runs. Null when the configuration has errors, which are printed.
 */
export async function start(
  options: {
    readonly config: string;
    readonly level?: string;
    /** Milliseconds between two looks at the configuration, for tests. */
    readonly lookEvery?: number;
  },
  io: CommandIo,
): Promise<RunningServer | null> {
  const settings = await readAllSettings(options.config, io);
  const { level } = options;
  const obstacle = level === undefined ? null : whyNoPreview(settings);
  if (obstacle !== null)
    throw new UsageError(`--level is for a look on one's own machine, but ${obstacle}.`);
  if (settings.nodeEnv === 'test' && !isOwnMachine(settings.host))
    io.err(
      'NODE_ENV is `test`: whoever reaches this server has any level they name. For tests only.',
    );
  // What can be wrong with the places is told before the data are looked at, which may take minutes;
  // and nothing is made in the store for a folder that is no configuration.
  await readConfigFolder(options.config);
  const store = await openStore(placeOf(io.env, 'server'));
  const limits = { seconds: settings.readSeconds, megabytes: settings.readMemory };
  const preparer = new Preparer(limits, io.err);
  const place = { config: options.config, env: io.env, color: io.color };
  const reading = preparer.run({ ...place, kind: 'read', ...(level !== undefined && { level }) });
  let metricsServer: MetricsServer | null = null;
  try {
    const slow = setTimeout(
      () => io.err('Looking at the data; the first time, this may take minutes …'),
      SLOW_MILLISECONDS,
    );
    const first = await reading.finally(() => clearTimeout(slow));
    const { snapshot, prepared } = first;
    if (!snapshot || !prepared) {
      await store.close();
      return null;
    }
    for (const warning of unknownSettings(io.env, prepared.serviceSettings)) io.err(warning);
    let current = prepared;
    await store.noteLoads();
    const appDir = await appDirFor(io.err);
    const logger = createLogger(settings.logLevel);
    const metrics = new Metrics();
    // Also where none are to be kept: then those of before leave.
    const tileFiles = new TileFiles({
      folder: join(settings.dataDir, 'tiles'),
      maxBytes: settings.tileDisk * MEGABYTE,
      failed: (error) => logger.warn({ err: error }, 'tiles cannot be kept on the disk'),
    });
    if (settings.tileDisk === 0) tileFiles.keepOnly(new Set());
    const app = await createServer({
      snapshot,
      store,
      appDir,
      logger,
      metrics,
      ...(level !== undefined && { askerFrom: askerOfPreview(level) }),
      publicUrl: settings.publicUrl,
      trustProxy: settings.trustProxy,
      frameAncestors: settings.frameAncestors,
      tileCacheBytes: settings.tileMemory * MEGABYTE,
      pictureCacheBytes: settings.pictureMemory * MEGABYTE,
      ...(settings.tileDisk > 0 && { tileFiles }),
      dataDir: settings.dataDir,
      limits: limitsFor(settings.connectionsPerAddress),
    });
    app.tellConfiguration(first.state);
    const { metricsPort: port, metricsHost: host } = settings;
    metricsServer = port === null ? null : await serveMetrics(metrics, { port, host });
    app.tellServices(() => current.services);
    const server = await startServer(app, settings);
    const turns = inTurns();
    const failed = (error: unknown) => {
      if (!(error instanceof PreparationStopped)) logger.error({ err: error }, 'reload');
    };
    /** Serves what was prepared. New data have new addresses: until then, kept tiles are shown. */
    const serve = async (outcome: Outcome) => {
      if (outcome.prepared) current = outcome.prepared;
      if (!outcome.snapshot) return;
      await store.noteLoads();
      app.replaceSnapshot(outcome.snapshot);
    };
    const loadAgain = async (datasets: readonly string[]) =>
      serve(await preparer.run({ ...place, kind: 'again', prepared: current, datasets }, BESIDE));
    const keep = ({ reload: { datasets, waits } }: Prepared) =>
      keepReloading(waits, () => turns(() => loadAgain(datasets)), failed);
    let stopReloading = keep(current);
    // A store that does not answer is told to whoever asks, and to the log by them.
    const stopLooking = keepDoing(
      () =>
        turns(async () => {
          if (stampsOf(await store.statuses()) !== current.stamps) await loadAgain([]);
        }),
      STORE_LOOK_MILLISECONDS,
      () => undefined,
    );
    // The whole new configuration is served, or the last good one.
    const takeOver = () =>
      turns(async () => {
        const outcome = await preparer.run({ ...place, kind: 'read' }, BESIDE);
        app.tellConfiguration(outcome.state);
        if (!outcome.prepared) {
          io.err('The configuration has errors; the atlas goes on with the last good one.');
          return outcome.stamp;
        }
        await serve(outcome);
        const stopOld = stopReloading;
        stopReloading = keep(current);
        void stopOld();
        io.err('The atlas was changed over to the new configuration.');
        return outcome.stamp;
      });
    const stopWatching = watchConfig(options.config, {
      taken: first.stamp,
      takeOver,
      onState: app.tellPending,
      failed: (error) =>
        error instanceof ConfigFolderError
          ? io.err(`${error.message} The atlas goes on with the last good configuration.`)
          : failed(error),
      ...(options.lookEvery !== undefined && { every: options.lookEvery }),
    });
    const stop = async () => {
      logger.info('The server stops.');
      preparer.stop();
      await Promise.all([server.stop(), stopWatching(), stopReloading(), stopLooking()]);
      await store.close();
      await tileFiles.settled();
      await metricsServer?.close();
      logger.info('The server has stopped.');
    };
    const stuck = () =>
      logger.fatal('Two threads do not answer. The server stops, to be started again (code 75).');
    stopOnSignals(stop, { stopSeconds: settings.stopSeconds, failed, stuck });
    if (metricsServer) io.err(`Metrics at ${metricsServer.url}`);
    if (level !== undefined) {
      io.err(previewBanner(level));
      logger.warn('everyone on this machine is shown what a level sees');
    }
    io.out(`Atlas ready at ${server.url}`);
    return { ...server, stop };
  } catch (error) {
    preparer.stop();
    await store.close();
    await metricsServer?.close();
    throw error;
  }
}

/**
 * Reads the settings, and prints names that are none. Throws `SettingsError` that names all that are
 * wrong, those of outside services included.
 */
async function readAllSettings(dir: string, io: CommandIo): Promise<Settings> {
  const { settings, faults } = checkSettings(io.env);
  if (settings !== null) return settings;
  const { openConfig } = await import('../open-config.ts');
  const ofServices = await openConfig(dir, { env: io.env, profile: false, tell: io.err }).then(
    () => [],
    (error: unknown) => (error instanceof ServiceSettingError ? [error.message] : []),
  );
  throw new SettingsError([...faults, ...ofServices].join('\n'));
}

/** Runs jobs one after the other. */
function inTurns(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const mine = last.then(job);
    last = mine.catch(() => undefined);
    return mine;
  };
}
