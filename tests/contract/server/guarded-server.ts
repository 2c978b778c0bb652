/** Starts a server over the guarded atlas: the engine's own pipeline, load and stores. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { loadAtlas, type AtlasModel } from '../../../engine/index.ts';
import { readConfigFolder } from '../../../server/config/read-config-folder.ts';
import { createServer } from '../../../server/create-server.ts';
import type { TileFiles } from '../../../server/routes/tiles/tile-files.ts';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import { Metrics } from '../../../server/metrics/metrics.ts';
import { ServiceInputs } from '../../../server/services/service-inputs.ts';
import { buildSnapshot } from '../../../server/snapshot/build-snapshot.ts';
import type { AtlasSnapshot } from '../../../server/atlas-snapshot.ts';
import { DatasetInputs } from '../../../scripts/dataset-inputs.ts';
import { openStore, type Store, type StorePlace } from '../../../server/store/open-store.ts';
import { makeAppFolder } from './fixture.ts';
import { writeGuardedAtlas, type GuardedAtlas } from './guarded-atlas.ts';
import { makeSecrets, type Secrets, type Seeds } from './secrets.ts';

export interface GuardedServer {
  readonly app: FastifyInstance;
  readonly atlas: GuardedAtlas;
  readonly model: AtlasModel;
  readonly snapshot: AtlasSnapshot;
  readonly store: Store;
  /** Everything protected in this variant, by the level that may read it. */
  readonly secrets: Secrets['given'];
  /** Figures of the server. */
  readonly metrics: Metrics;
  /** Patterns of all routes, as the server registered them. */
  readonly routes: readonly string[];
  close(): Promise<void>;
}

const RASTER_BOUNDS = [9, -3, 17, 5] as const;

/** Writes, loads and serves the atlas with the secrets of seeds; default: the embedded store. */
export async function startGuardedServer(
  seeds: Seeds,
  options: {
    readonly withHidden?: boolean;
    readonly publicUrl?: string;
    readonly logger?: FastifyBaseLogger;
    readonly tileFiles?: TileFiles;
    /** Folder whose disk `/health` looks at. */
    readonly dataDir?: string;
    /** Where its data are or go; default: an embedded store of its own. */
    readonly place?: StorePlace;
    /** False: serves what the store holds already. */
    readonly load?: boolean;
  } = {},
): Promise<GuardedServer> {
  const secrets = makeSecrets(seeds);
  const atlas = writeGuardedAtlas(secrets, options);
  const model = await loadModel(atlas.configDir);
  const dataDir = mkdtempSync(join(tmpdir(), 'atlas-store-'));
  const store = await openStore(options.place ?? { dataDir, role: 'server', workers: 1 });
  const services = { active: new Map(), folder: dataDir, tell: () => undefined };
  const inputs = new DatasetInputs(atlas.configDir, new ServiceInputs(services), null);
  for (const dataset of options.load === false ? [] : model.datasets.values()) {
    const input =
      dataset.load.kind === 'file'
        ? (await inputs.of(dataset))!
        : rasterInput(atlas.rasters.get(dataset.id)!);
    await loadDataset(dataset, input, model.levels, store);
  }
  const snapshot = await buildSnapshot({
    model,
    store,
    configDir: atlas.configDir,
    serviceAddress: () => null,
  });
  const appDir = makeAppFolder();
  const routes = new Set<string>();
  const metrics = new Metrics();
  const app = await createServer({
    snapshot,
    store,
    appDir,
    metrics,
    publicUrl: options.publicUrl ?? 'https://atlas.example',
    ...(options.logger && { logger: options.logger }),
    ...(options.tileFiles && { tileFiles: options.tileFiles }),
    ...(options.dataDir !== undefined && { dataDir: options.dataDir }),
    onRoute: ({ url }) => void routes.add(url),
  });
  await app.ready();
  return {
    app,
    atlas,
    model,
    snapshot,
    store,
    metrics,
    secrets: secrets.given,
    routes: [...routes],
    close: async () => {
      await app.close();
      await store.close();
      for (const dir of [dataDir, appDir, atlas.configDir]) rmSync(dir, { recursive: true });
    },
  };
}

async function loadModel(configDir: string): Promise<AtlasModel> {
  const folder = await readConfigFolder(configDir);
  const loaded = loadAtlas(folder);
  if (loaded.ok) return loaded.model;
  const words = loaded.diagnostics.map((one) => JSON.stringify(one));
  throw new Error(`The guarded atlas does not load:\n${words.join('\n')}`);
}

function rasterInput(values: Uint8Array) {
  const width = Math.sqrt(values.length);
  const raster = { bounds: RASTER_BOUNDS, width, height: width, values };
  return { kind: 'raster', digest: String(values), raster } as const;
}
