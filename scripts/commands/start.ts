import { pino } from 'pino';
import { createServer } from '../../server/create-server.ts';
import { buildSnapshot } from '../../server/snapshot/build-snapshot.ts';
import {
  frameAncestorsFrom,
  listenOptionsFrom,
  startServer,
  stopOnSignals,
  type RunningServer,
} from '../../server/start-server.ts';
import { openStore, type Store } from '../../server/store/open-store.ts';
import { appDirFor } from '../app-dir.ts';
import { loadWithoutServices, openConfig } from '../open-config.ts';
import { renderDiagnostics } from '../print-diagnostics.ts';
import type { CommandIo } from './command.ts';
import { loadAll, placeOf } from './load.ts';
import { keepReloading, reloadedDatasets } from './reload.ts';
import { byDataset, settleOn } from './settle-on.ts';

/**
 * Starts the atlas: checks the configuration, loads what changed, builds the application when its
 * source is newer, and listens. Null when the configuration has errors, which are printed.
 */
export async function start(
  options: { readonly config: string },
  io: CommandIo,
): Promise<RunningServer | null> {
  const listen = listenOptionsFrom(io.env);
  const frameAncestors = frameAncestorsFrom(io.env);
  const config = await openConfig(options.config, { env: io.env, profile: true, tell: io.err });
  const { folder, inputs, services } = config;
  const diagnostics = config.atlas.ok ? config.atlas.warnings : config.atlas.diagnostics;
  if (diagnostics.length > 0)
    io.err(renderDiagnostics(diagnostics, { folder, locale: 'en', color: io.color }));
  const atlas = loadWithoutServices(config);
  if (!atlas.ok) return null;
  if (!config.atlas.ok)
    io.err('The errors are about data of outside services. The atlas starts all the same.');
  const { model } = atlas;
  const store = await openStore(placeOf(io.env, 'server'));
  try {
    await loadAll([...model.datasets.values()], { model, inputs, store, tell: io.err });
    const appDir = await appDirFor(io.err);
    const build = async () =>
      buildSnapshot({
        model: settleOn(model, byDataset(await store.statuses())),
        store,
        configDir: options.config,
        serviceAddress: (service) => services.get(service)?.address ?? null,
      });
    const logger = pino({ level: io.env['LOG_LEVEL'] ?? 'warn' }, pino.destination(2));
    const publicUrl = io.env['PUBLIC_URL'];
    const app = await createServer({
      snapshot: await build(),
      store,
      appDir,
      logger,
      ...(publicUrl ? { publicUrl } : {}),
      ...(frameAncestors ? { frameAncestors } : {}),
    });
    const server = await startServer(app, listen);
    const again = reloadedDatasets(model, services);
    const stopReloading = keepReloading(
      again,
      async () => {
        const before = await stampsOf(store);
        await loadAll(again, { model, inputs: config.inputsNow(), store, tell: io.err });
        if ((await stampsOf(store)) !== before) app.replaceSnapshot(await build());
      },
      (error) => logger.error({ err: error }, 'reload'),
    );
    stopOnSignals(server, async () => {
      await stopReloading();
      await store.close();
    });
    io.out(`Atlas ready at ${server.url}`);
    return { ...server, stop: async () => void (await stopReloading(), await server.stop()) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** What is loaded, as one text that changes when anything does. */
async function stampsOf(store: Store): Promise<string> {
  const statuses = await store.statuses();
  return JSON.stringify(statuses.map(({ dataset, stamp }) => [dataset, stamp]));
}
