/** Starts a server of the guarded atlas, as `npm start` does, except for listening. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize } from 'node:v8';
import type { OpenAccounts } from '../../../server/accounts/open-accounts.ts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { AtlasModel } from 'atlas-engine';
import type { AtlasSnapshot } from '../../../server/access/atlas-snapshot.ts';
import { readSettings } from '../../../server/config/settings.ts';
import { createLogger } from '../../../server/http/log.ts';
import type { Metrics } from '../../../server/metrics/metrics.ts';
import type { TileFiles } from '../../../server/routes/tiles/tile-files.ts';
import type { Store, StorePlace } from '../../../server/store/open-store.ts';
import { openAtlas } from '../../../host/serve/open-atlas.ts';
import { prepareAtlas } from '../../../host/prepare/prepare-atlas.ts';
import { makeAppFolder } from './fixture.ts';
import { writeGuardedAtlas, type GuardedAtlas } from './guarded-atlas.ts';
import { makeSecrets, type Secrets, type Seeds } from './secrets.ts';

export interface RegisteredRoute {
  readonly method: string;
  readonly url: string;
}

export interface GuardedServer {
  readonly app: FastifyInstance;
  readonly atlas: GuardedAtlas;
  readonly model: AtlasModel;
  readonly snapshot: AtlasSnapshot;
  readonly store: Store;
  readonly accounts: OpenAccounts;
  /** All protected values in this variant, by the level that may read them. */
  readonly secrets: Secrets['given'];
  /** Metrics of the server. */
  readonly metrics: Metrics;
  /** Patterns of all routes, as the server registered them. */
  readonly routes: readonly string[];
  /** All routes with their methods. */
  readonly registered: readonly RegisteredRoute[];
  /** Returns everything that the server has printed and logged. */
  readonly output: () => string;
  close(): Promise<void>;
}

/**
 * Writes, loads and serves the atlas with the secrets of seeds. The default is the embedded store.
 */
export async function startGuardedServer(
  seeds: Seeds,
  options: {
    readonly withHidden?: boolean;
    readonly publicUrl?: string;
    readonly logger?: FastifyBaseLogger;
    readonly tileFiles?: TileFiles;
    /** Location of the data of the server. The default is a separate embedded store. */
    readonly place?: StorePlace;
    /** Folder of data outside the store, whose disk `/health` checks. */
    readonly dataDir?: string;
    /** Called with the written atlas before it is opened. */
    readonly change?: (atlas: GuardedAtlas) => void;
  } = {},
): Promise<GuardedServer> {
  const secrets = makeSecrets(seeds);
  const atlas = await writeGuardedAtlas(secrets, options);
  options.change?.(atlas);
  const dataDir = mkdtempSync(join(tmpdir(), 'atlas-store-'));
  const appDir = makeAppFolder();
  const { place } = options;
  const env = {
    NODE_ENV: 'test',
    PUBLIC_URL: options.publicUrl ?? 'https://atlas.example',
    TILE_DISK_MB: '0',
    ATLAS_DATA_DIR: options.dataDir ?? (place && 'dataDir' in place ? place.dataDir : dataDir),
    ...(place && 'databaseUrl' in place && { DATABASE_URL: place.databaseUrl }),
  };
  const registered: RegisteredRoute[] = [];
  const printed: string[] = [];
  const print = (line: string): void => void printed.push(`${line}\n`);
  const logger =
    options.logger ?? createLogger('trace', { write: (line) => void printed.push(line) });
  const opened = await openAtlas(
    {
      config: atlas.configDir,
      settings: readSettings(env),
      // In this process, which starts faster.
      preparer: {
        run: (job) =>
          prepareAtlas(job, { report: print, at: async () => undefined, unreadable: new Map() }),
        stop: () => undefined,
      },
      more: {
        appDir,
        logger,
        // All requests of a crawl have the same address.
        limits: { searchesPerMinute: Number.MAX_SAFE_INTEGER },
        ...(options.tileFiles && { tileFiles: options.tileFiles }),
        onRoute: ({ method, url }) => {
          for (const one of [method].flat()) registered.push({ method: one, url });
        },
      },
    },
    { out: print, err: print, env, color: false },
  );
  if (!opened) throw new Error(`The guarded atlas does not load:\n${printed.join('')}`);
  const { app, store, accounts, metrics, first } = opened;
  await app.ready();
  return {
    app,
    atlas,
    store,
    accounts,
    metrics,
    snapshot: first.snapshot,
    model: deserialize(first.prepared.model) as AtlasModel,
    secrets: secrets.given,
    routes: [...new Set(registered.map(({ url }) => url))],
    registered,
    output: () => printed.join(''),
    close: async () => {
      await app.close();
      await opened.close();
      for (const dir of [dataDir, appDir, atlas.configDir]) rmSync(dir, { recursive: true });
    },
  };
}
