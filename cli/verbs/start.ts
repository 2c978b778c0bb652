import { present } from 'atlas-engine/runtime';
import { ConfigFileError, ConfigFolderError } from '../../server/config/config-folder-error.ts';
import { isSmall, memoryOfProcess } from '../../server/config/memory.ts';
import { readConfigFolder } from '../../server/config/read-config-folder.ts';
import {
  checkSettings,
  SettingsError,
  unknownSettings,
  type Settings,
} from '../../server/config/settings.ts';
import { serveMetrics, type MetricsServer } from '../../server/serving/serve-metrics.ts';
import { watchOpenFiles } from '../../server/http/open-files.ts';
import { isOwnMachine, previewBanner, whyNoPreview } from '../../server/access/preview.ts';
import { ServiceSettingError } from '../../server/services/service-settings.ts';
import {
  startServer,
  stopOnSignals,
  type RunningServer,
} from '../../server/serving/start-server.ts';
import { readKept } from '../../host/prepare/kept-outcome.ts';
import { Preparer } from '../../host/prepare/preparer.ts';
import { printResult, UsageError, type CommandIo } from '../../host/common/command.ts';
import type { DemonstrationAccount } from '../../server/accounts/demonstration.ts';
import type { OpenAccounts } from '../../server/accounts/open-accounts.ts';
import { openAtlas, type OpenAtlas } from '../../host/serve/open-atlas.ts';
import { serverOutput } from '../../host/prepare/server-output.ts';
import { Serving } from '../../host/serve/serving.ts';
import { watchConfig } from '../../host/serve/watch-config.ts';

/** Milliseconds between two checks of the folder while its author watches. */
const LIVE_COMPARE = 50;
/** Milliseconds between two saves of an author for which the preparing process is kept: an hour. */
const AUTHOR_REST = 3_600_000;

export interface StartOptions {
  readonly config: string;
  readonly level?: string;
  /** Milliseconds between two checks of the configuration folder, for tests. */
  readonly compareEvery?: number;
  /** Whether the author sees each change of a text at once, and errors on the map. */
  readonly live?: boolean;
}

/**
 * Starts the atlas: checks the configuration, loads changed data, builds the application when its source
 * is newer, and listens. Changes of the configuration are applied while it runs. Returns null when the
 * configuration has errors, which are printed, or counted in a log.
 */
export async function start(options: StartOptions, io: CommandIo): Promise<RunningServer | null> {
  const settings = await readAllSettings(options.config, io);
  refusePreview(options, settings);
  if (settings.nodeEnv === 'test' && !isOwnMachine(settings.host))
    io.err('NODE_ENV is `test`: every request may choose its level. For tests only.');
  const output = serverOutput(io, options.config);
  const limits = { seconds: settings.readSeconds, megabytes: settings.readMemory };
  const preparer = new Preparer(limits, { report: io.err, output, ...idleFor(options) });
  try {
    // Only a preparation knows the levels, and can refuse one that does not exist.
    const kept = options.level === undefined ? await readKept(options.config, io) : null;
    if (kept === null) {
      // The child process imports its modules while this process imports its own.
      preparer.warm();
      // Errors of the folder are reported before the data are read, which may take minutes, and
      // before anything is created in the store.
      await readConfigFolder(options.config);
    }
    const atlas = await openAtlas({ ...options, settings, preparer, kept }, io);
    // The first save of an author does not wait for the process either.
    if (options.live) preparer.warm();
    return atlas && (await serve(atlas, { ...options, settings, io }));
  } catch (error) {
    preparer.stop();
    throw output.fault(error);
  }
}

/** Returns what the person who starts a server must know about its accounts. */
function accountLines(
  { accounts: { mailing } }: OpenAccounts,
  demonstration: readonly DemonstrationAccount[],
  url: string,
): readonly string[] {
  const logins = demonstration.map(
    ({ username, password }) => `  user name ${username}, password ${password}`,
  );
  const isDemo =
    logins.length > 0 ? ['Accounts of this demonstration, until the next start:', ...logins] : [];
  if (mailing === 'outbox') return [...isDemo, `Mails are not sent, but shown at ${url}/dev/mail`];
  if (mailing === 'smtp') return isDemo;
  return [...isDemo, 'Registration is off, because SMTP_URL is not set.'];
}

function refusePreview({ level, live = false }: StartOptions, settings: Settings): void {
  const obstacle = level !== undefined || live ? whyNoPreview(settings) : null;
  if (obstacle === null) return;
  const what = live ? '`atlas dev` is' : '--level is a preview';
  throw new UsageError(`${what} for this machine only, but ${obstacle}.`);
}

/** Listens, and applies changes of the configuration and the store until the server is stopped. */
async function serve(
  atlas: OpenAtlas,
  by: StartOptions & { readonly settings: Settings; readonly io: CommandIo },
): Promise<RunningServer> {
  const { app, logger, metrics } = atlas;
  const { settings, io } = by;
  let metricsServer: MetricsServer | null = null;
  try {
    for (const warning of unknownSettings(io.env, atlas.first.prepared.serviceSettings))
      io.err(warning);
    const { metricsPort: port, metricsHost: host } = settings;
    metricsServer = port === null ? null : await serveMetrics(metrics, { port, host });
    const server = await startServer(app, settings);
    const serving = new Serving(atlas, by, io);
    const stopWatching = follow(serving, atlas, by);
    const stopWatchingFiles = watchOpenFiles(io.err);
    const stop = async () => {
      stopWatchingFiles();
      logger.info('The server stops.');
      await Promise.all([server.stop(), serving.stop(), stopWatching()]);
      await atlas.close();
      await metricsServer?.close();
      logger.info('The server has stopped.');
    };
    const stuck = () =>
      logger.fatal('Two threads do not respond. The server stops with code 75 to be restarted.');
    stopOnSignals(stop, { stopSeconds: settings.stopSeconds, failed: serving.failed, stuck });
    if (metricsServer) io.err(`Metrics at ${metricsServer.url}`);
    if (by.level !== undefined) {
      io.err(previewBanner(by.level));
      logger.warn('everyone on this machine sees the data of a level');
    }
    atlas.accounts.start();
    const demonstration = await atlas.accounts.demonstrate();
    printResult(io, { url: server.url }, `Atlas ready at ${server.url}`);
    for (const line of accountLines(atlas.accounts, demonstration, server.url)) io.err(line);
    return { ...server, stop };
  } catch (error) {
    await atlas.close();
    await metricsServer?.close();
    throw error;
  }
}

/** Returns how long the preparing process is kept: while an author works, and never in little memory. */
function idleFor({ live = false }: StartOptions): { readonly idleFor?: number } {
  if (live) return { idleFor: AUTHOR_REST };
  return isSmall(memoryOfProcess()) ? { idleFor: 0 } : {};
}

/** Serves every change of the configuration. Returns a function that stops. */
function follow(
  serving: Serving,
  { app, first, output }: OpenAtlas,
  { config, live, compareEvery, io }: StartOptions & { readonly io: CommandIo },
): () => Promise<void> {
  return watchConfig(config, {
    taken: first.stamp,
    texts: first.texts,
    check: (by) => serving.check(by),
    takeOver: (load) => serving.takeOver(load),
    onState: app.reportPending,
    failed: (error) => {
      const shown = output.fault(error);
      const isOfFolder = shown instanceof ConfigFolderError && !(shown instanceof ConfigFileError);
      if (isOfFolder) io.err(`${shown.message} The last valid configuration is still served.`);
      else serving.failed(error);
    },
    ...present({ every: compareEvery ?? (live ? LIVE_COMPARE : undefined) }),
  });
}

/**
 * Reads the settings, and prints unknown names. Throws `SettingsError` with all invalid settings, those
 * of outside services included.
 */
async function readAllSettings(dir: string, io: CommandIo): Promise<Settings> {
  const { settings, faults } = checkSettings(io.env);
  if (settings !== null) return settings;
  const { openConfig } = await import('../../host/config/open-config.ts');
  const ofServices = await openConfig(dir, { env: io.env, profile: false, report: io.err }).then(
    () => [],
    (error: unknown) => (error instanceof ServiceSettingError ? [error.message] : []),
  );
  throw new SettingsError([...faults, ...ofServices].join('\n'));
}
