import { join } from 'node:path';
import type { AtlasModel, Dataset } from '../../engine/index.ts';
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
import { askerOfPreview, isOwnMachine, previewBanner, whyNoPreview } from '../../server/preview.ts';
import { Metrics } from '../../server/metrics/metrics.ts';
import { serveMetrics, type MetricsServer } from '../../server/metrics/serve-metrics.ts';
import type { ConfigurationState } from '../../server/routes/health/health-routes.ts';
import { buildSnapshot } from '../../server/snapshot/build-snapshot.ts';
import { TileFiles } from '../../server/routes/tiles/tile-files.ts';
import { ServiceSettingError } from '../../server/services/service-settings.ts';
import { serviceStates } from '../../server/services/service-states.ts';
import { startServer, stopOnSignals, type RunningServer } from '../../server/start-server.ts';
import { openStore, type Store } from '../../server/store/open-store.ts';
import { appDirFor } from '../app-dir.ts';
import type { DatasetInputs } from '../dataset-inputs.ts';
import { loadWithoutServices, openConfig, type OpenConfig } from '../open-config.ts';
import { renderDiagnostics } from '../print-diagnostics.ts';
import { UsageError, type CommandIo } from './command.ts';
import { loadAll, placeOf } from './load.ts';
import { keepDoing, keepReloading, reloadedDatasets } from './reload.ts';
import { pick } from './sound-config.ts';
import { byDataset, settleOn } from './settle-on.ts';
import { watchConfig } from './watch-config.ts';

const MEGABYTE = 1_048_576;

/** Time after which a start says what it is at. */
const SLOW_MILLISECONDS = 4_000;

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
  let metricsServer: MetricsServer | null = null;
  try {
    const slow = setTimeout(
      () => io.err('Looking at the data; the first time, this may take minutes …'),
      SLOW_MILLISECONDS,
    );
    const first = await readSound(options.config, io).finally(() => clearTimeout(slow));
    if (!first.sound) {
      await store.close();
      return null;
    }
    const ofServices = first.sound.model.services.map(({ env }) => env);
    for (const warning of unknownSettings(io.env, ofServices)) io.err(warning);
    if (level !== undefined)
      pick(new Map(first.sound.model.levels.map((one) => [one.id, one])), level, 'level');
    let current: Sound = first.sound;
    const loadCurrent = (datasets: Iterable<Dataset>, inputs: DatasetInputs) =>
      loadAll([...datasets], { model: current.model, inputs, store, tell: io.err });
    /** The stamps of what is served. */
    let served = '';
    const build = async ({ model, services }: Sound) => {
      const stamps = await stampsOf(store);
      const snapshot = await buildSnapshot({
        model: settleOn(model, byDataset(await store.statuses())),
        store,
        configDir: options.config,
        serviceAddress: (service) => services.get(service)?.address ?? null,
        serviceHosts: (service) => services.get(service)?.hosts ?? [],
      });
      // Only now: what could not be built is built again at the next look.
      served = stamps;
      return snapshot;
    };
    await loadCurrent(current.model.datasets.values(), current.inputs);
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
      snapshot: await build(current),
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
    });
    app.tellConfiguration(first.state);
    const { metricsPort: port, metricsHost: host } = settings;
    metricsServer = port === null ? null : await serveMetrics(metrics, { port, host });
    app.tellServices(() => serviceStates(current.model, current.services, current.faults));
    const server = await startServer(app, settings);
    const turns = inTurns();
    const failed = (error: unknown) => logger.error({ err: error }, 'reload');
    // New data have new addresses: until the snapshot is new, tiles that were kept are shown.
    const serveLoaded = async () => {
      if ((await stampsOf(store)) !== served) app.replaceSnapshot(await build(current));
    };
    const keep = ({ model, services, inputsNow }: Sound) => {
      const again = reloadedDatasets(model, services);
      return keepReloading(
        again,
        () =>
          turns(async () => {
            await loadCurrent(again, inputsNow());
            await serveLoaded();
          }),
        failed,
      );
    };
    let stopReloading = keep(current);
    // A store that does not answer is told to whoever asks, and to the log by them.
    const stopLooking = keepDoing(
      () => turns(serveLoaded),
      STORE_LOOK_MILLISECONDS,
      () => undefined,
    );
    // The whole new configuration is served, or the last good one.
    const takeOver = () =>
      turns(async () => {
        const { sound, state, stamp } = await readSound(options.config, io);
        app.tellConfiguration(state);
        if (!sound) {
          io.err('The configuration has errors; the atlas goes on with the last good one.');
          return stamp;
        }
        const before = current;
        current = sound;
        try {
          await loadCurrent(current.model.datasets.values(), current.inputs);
          app.replaceSnapshot(await build(current));
        } catch (error) {
          current = before;
          throw error;
        }
        const stopOld = stopReloading;
        stopReloading = keep(current);
        void stopOld();
        io.err('The atlas was changed over to the new configuration.');
        return stamp;
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
      await Promise.all([server.stop(), stopWatching(), stopReloading(), stopLooking()]);
      await store.close();
      await tileFiles.settled();
      await metricsServer?.close();
      logger.info('The server has stopped.');
    };
    stopOnSignals(stop, { stopSeconds: settings.stopSeconds, failed });
    if (metricsServer) io.err(`Metrics at ${metricsServer.url}`);
    if (level !== undefined) {
      io.err(previewBanner(level));
      logger.warn('everyone on this machine is shown what a level sees');
    }
    io.out(`Atlas ready at ${server.url}`);
    return { ...server, stop };
  } catch (error) {
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
  const ofServices = await openConfig(dir, { env: io.env, profile: false, tell: io.err }).then(
    () => [],
    (error: unknown) => (error instanceof ServiceSettingError ? [error.message] : []),
  );
  throw new SettingsError([...faults, ...ofServices].join('\n'));
}

/** A configuration that can be served. */
interface Sound extends Pick<OpenConfig, 'inputs' | 'inputsNow' | 'services' | 'faults'> {
  readonly model: AtlasModel;
}

/** Reads the configuration and prints what is wrong with it; `sound` is null when it has errors. */
async function readSound(
  dir: string,
  io: CommandIo,
): Promise<{
  readonly sound: Sound | null;
  readonly state: ConfigurationState;
  /** Of the folder, from before it was read. */
  readonly stamp: string;
}> {
  const config = await openConfig(dir, { env: io.env, profile: true, tell: io.err });
  const { folder } = config;
  const diagnostics = config.atlas.ok ? config.atlas.warnings : config.atlas.diagnostics;
  if (diagnostics.length > 0)
    io.err(renderDiagnostics(diagnostics, { folder, locale: 'en', color: io.color }));
  const atlas = loadWithoutServices(config);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const state = { errors, warnings: diagnostics.length - errors };
  const { stamp } = folder;
  if (!atlas.ok) return { sound: null, state, stamp };
  if (!config.atlas.ok)
    io.err('The errors are about data of outside services. The atlas is served all the same.');
  return { sound: { ...config, model: atlas.model }, state, stamp };
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

/** What is loaded, as one text that changes when anything does. */
async function stampsOf(store: Store): Promise<string> {
  const statuses = await store.statuses();
  return JSON.stringify(statuses.map(({ dataset, stamp }) => [dataset, stamp]));
}
