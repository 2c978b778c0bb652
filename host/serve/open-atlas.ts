/** Opens the server of an atlas from its configuration and data, as `npm start` does, without listening. */
import { endedIn, type ConsentState } from 'atlas-engine';
import { present } from 'atlas-engine/runtime';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { AccountStore } from '../../server/accounts/account-store.ts';
import type { Settings } from '../../server/config/settings.ts';
import type { ServerOptions } from '../../server/serving/create-server.ts';
import { isSmall, memoryOfProcess } from '../../server/config/memory.ts';
import { limitsFor } from '../../server/http/limits.ts';
import { createLogger } from '../../server/http/log.ts';
import { Metrics } from '../../server/metrics/metrics.ts';
import { editorOf } from './open-in-editor.ts';
import { askerOfPreview } from '../../server/access/preview.ts';
import { TileFiles } from '../../server/routes/tiles/tile-files.ts';
import { openStore, type Store } from '../../server/store/open-store.ts';
import { appDir } from '../common/app-dir.ts';
import type { Outcome } from '../prepare/jobs.ts';
import { stampsOf } from '../prepare/stamps-of.ts';
import type { Preparer } from '../prepare/preparer.ts';
import type { CommandIo } from '../common/command.ts';
import { serverOutput, type ServerOutput } from '../prepare/server-output.ts';
import { Downloads, type OpeningDownloads } from '../../server/downloads/downloads.ts';
import type { RunTask } from '../../server/downloads/work/task.ts';
import { openAccounts, type OpenAccounts } from '../../server/accounts/open-accounts.ts';
import { openAccountStore } from '../../server/accounts/open-account-store.ts';
import { accountPlaceOf, placeOf } from '../load/store-place.ts';
import { ConsentWatch } from './consent-watch.ts';

const MEGABYTE = 1_048_576;

/** Time in milliseconds after which a start prints its current step. */
const SLOW = 4_000;

/** An opened atlas, and the objects that apply later configurations and data. */
export interface OpenAtlas {
  readonly app: FastifyInstance;
  readonly store: Store;
  readonly metrics: Metrics;
  readonly logger: FastifyBaseLogger;
  readonly output: ServerOutput;
  readonly preparer: Pick<Preparer, 'run' | 'stop'>;
  readonly accounts: OpenAccounts;
  readonly downloads: Downloads;
  /** Which consents have been withdrawn. */
  readonly consents: ConsentWatch;
  /** The first configuration that is served. */
  readonly first: Served;
  /**
   * Closes the preparing process, the store and files that are being written. The Fastify app is
   * closed separately.
   */
  close(): Promise<void>;
}

/** The outcome of a job for a valid configuration. */
export type Served = Outcome & {
  readonly [Key in 'prepared' | 'snapshot']: NonNullable<Outcome[Key]>;
};

export interface Opening {
  readonly config: string;
  readonly level?: string;
  /** Whether only the author, on this machine, may use the server. */
  readonly live?: boolean;
  readonly settings: Settings;
  readonly preparer: Pick<Preparer, 'run' | 'stop'>;
  /** The outcome of the last start; it is served if the store has not changed since. */
  readonly kept?: Outcome | null;
  /** The time in milliseconds since 1970, for tests; default: the clock. */
  readonly now?: () => number;
  /** Prepares the files of a download; default: in a process of its own. */
  readonly runDownload?: (store: Store) => RunTask;
  /** Overrides the settings, for tests. */
  readonly more?: Partial<ServerOptions>;
}

/** Reads, loads and compiles an atlas. Returns null when its configuration has errors, which are printed. */
export async function openAtlas(opening: Opening, io: CommandIo): Promise<OpenAtlas | null> {
  const { config, settings, preparer, more } = opening;
  const importServer = () => import('../../server/serving/create-server.ts');
  // The code of the server is imported while the preparing process works, if there is room for both.
  if (!isSmall(memoryOfProcess())) void importServer();
  const output = serverOutput(io, config);
  const store = await openStore(placeOf(io.env, 'server'), io.err);
  const logger = more?.logger ?? createLogger(settings.logLevel);
  const tileFiles = tileFilesOf(settings, logger);
  const now = opening.now ?? Date.now;
  let accountStore: AccountStore | null = null;
  let accounts: OpenAccounts | null = null;
  let downloads: Downloads | null = null;
  const close = async () => {
    preparer.stop();
    await downloads?.close();
    await (accounts ?? accountStore)?.close();
    await store.close();
    await tileFiles.settled();
  };
  try {
    accountStore = await openAccountStore(accountPlaceOf(io.env));
    const consents = new ConsentWatch(accountStore, now);
    const given = { store, consents: await consents.state() };
    const first = (await stillValid(opening, given, io)) ?? (await prepare(opening, given, io));
    if (!isServed(first)) {
      await close();
      return null;
    }
    await store.noteLoads();
    const metrics = more?.metrics ?? new Metrics();
    const { createServer } = await importServer();
    let app: FastifyInstance | null = null;
    accounts = await openAccounts({
      place: accountPlaceOf(io.env),
      store: accountStore,
      now,
      settings,
      logger,
      snapshot: () => app?.currentSnapshot() ?? first.snapshot,
      site: () => settings.publicUrl ?? `http://localhost:${portOf(app) ?? settings.port}`,
    });
    downloads = downloadsOf(opening, io, {
      accounts,
      store,
      logger,
      snapshot: (visitor) => app?.currentSnapshot(visitor) ?? first.snapshot,
    });
    app = await createServer({
      snapshot: first.snapshot,
      store,
      logger,
      metrics,
      downloads,
      accounts: accounts.accounts,
      appDir: more?.appDir ?? appDir(),
      ...serverOptions(opening),
      ...(settings.tileDisk > 0 && { tileFiles }),
      ...more,
    });
    await downloads.start();
    app.reportConfiguration(first.state);
    const rest = { metrics, logger, output, preparer, accounts, downloads, consents };
    return { app, store, first, close, ...rest };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What a preparation depends on besides the configuration. */
interface Given {
  readonly store: Store;
  readonly consents: ConsentState;
}

/** Returns the kept outcome if the data and consents are those from which it was made. */
async function stillValid(
  { kept }: Opening,
  { store, consents }: Given,
  { err }: CommandIo,
): Promise<Outcome | null> {
  if (!kept?.prepared || ((await store.damaged?.()) ?? []).length > 0) return null;
  const { consents: given, ended, stamps } = kept.prepared;
  if (!isDeepStrictEqual(endedIn(given, consents), ended)) return null;
  if (stampsOf(await store.statuses()) !== stamps) return null;
  for (const line of kept.kept ?? []) err(line);
  return kept;
}

/** Reads, checks, loads and compiles the atlas. */
async function prepare(
  { config, level, preparer }: Opening,
  { store, consents }: Given,
  { env, err, color, terminal = false }: CommandIo,
): Promise<Outcome> {
  const slow = setTimeout(
    () => err('Reading the data; the first time, this may take minutes …'),
    SLOW,
  );
  const damaged = (await store.damaged?.()) ?? [];
  return preparer
    .run(present({ kind: 'read', config, env, damaged, consents, color, terminal, level }))
    .finally(() => clearTimeout(slow));
}

/** Returns the options of the server that depend on the settings alone. */
function serverOptions({ config, settings, level, live }: Opening): Partial<ServerOptions> {
  return present({
    author: live ? { openPlace: editorOf(config) } : undefined,
    askerFrom: level !== undefined ? askerOfPreview(level) : undefined,
    publicUrl: settings.publicUrl,
    trustProxy: settings.trustProxy,
    frameAncestors: settings.frameAncestors,
    tileCacheBytes: settings.tileMemory * MEGABYTE,
    pictureCacheBytes: settings.pictureMemory * MEGABYTE,
    dataDir: settings.dataDir,
    limits: limitsFor(settings),
  });
}

/** Returns the jobs of downloads, whose process opens the store again. */
function downloadsOf(
  { settings, runDownload }: Opening,
  { env }: CommandIo,
  {
    accounts,
    store,
    ...site
  }: Pick<OpenAtlas, 'accounts' | 'store'> & Pick<OpeningDownloads, 'logger' | 'snapshot'>,
): Downloads {
  return new Downloads({
    ...site,
    accounts: accounts.accounts,
    place: placeOf(env, 'tool'),
    folder: join(settings.dataDir, 'downloads'),
    ...(runDownload && { run: runDownload(store) }),
  });
}

/** Returns the port that a server listens on; undefined if it does not listen yet. */
function portOf(app: FastifyInstance | null): number | undefined {
  const address = app?.server.address();
  return typeof address === 'object' ? address?.port : undefined;
}

function isServed(outcome: Outcome): outcome is Served {
  return outcome.prepared !== null && outcome.snapshot !== null;
}

function tileFilesOf({ dataDir, tileDisk }: Settings, logger: FastifyBaseLogger): TileFiles {
  const tileFiles = new TileFiles({
    folder: join(dataDir, 'tiles'),
    maxBytes: tileDisk * MEGABYTE,
    failed: (error) => logger.warn({ err: error }, 'tiles cannot be cached on disk'),
  });
  // Removes tiles of an earlier start if the cache on disk is now off.
  if (tileDisk === 0) tileFiles.keepOnly(new Set());
  return tileFiles;
}
