import { pino } from 'pino';
import { hasErrors } from '../../engine/index.ts';
import { createServer } from '../../server/create-server.ts';
import { buildSnapshot } from '../../server/snapshot/build-snapshot.ts';
import {
  listenOptionsFrom,
  startServer,
  stopOnSignals,
  type RunningServer,
} from '../../server/start-server.ts';
import { openStore } from '../../server/store/open-store.ts';
import { appDirFor } from '../app-dir.ts';
import { dataDirOf, openConfig } from '../open-config.ts';
import { renderDiagnostics } from '../print-diagnostics.ts';
import type { CommandIo } from './command.ts';
import { serviceAddress } from './compile-options.ts';
import { loadAll, placeOf } from './load.ts';

/**
 * Starts the atlas: checks the configuration, loads what changed, builds the application when its
 * source is newer, and listens. Null when the configuration has errors, which are printed.
 */
export async function start(
  options: { readonly config: string },
  io: CommandIo,
): Promise<RunningServer | null> {
  const listen = listenOptionsFrom(io.env);
  const { atlas, folder, inputs } = await openConfig(options.config, {
    dataDir: dataDirOf(io.env),
    profile: true,
  });
  const diagnostics = atlas.ok ? atlas.warnings : atlas.diagnostics;
  if (diagnostics.length > 0)
    io.err(renderDiagnostics(diagnostics, { folder, locale: 'en', color: io.color }));
  if (!atlas.ok || hasErrors(diagnostics)) return null;
  const { model } = atlas;
  const store = await openStore(placeOf(io.env, 'server'));
  try {
    await loadAll([...model.datasets.values()], { model, inputs, store, tell: io.err });
    const appDir = await appDirFor(io.err);
    const snapshot = await buildSnapshot({
      model,
      store,
      configDir: options.config,
      serviceAddress: serviceAddress(model, io.env),
    });
    const logger = pino({ level: io.env['LOG_LEVEL'] ?? 'warn' }, pino.destination(2));
    const publicUrl = io.env['PUBLIC_URL'];
    const app = await createServer({
      snapshot,
      store,
      appDir,
      logger,
      ...(publicUrl ? { publicUrl } : {}),
    });
    const server = await startServer(app, listen);
    stopOnSignals(server, () => store.close());
    io.out(`Atlas ready at ${server.url}`);
    return server;
  } catch (error) {
    await store.close();
    throw error;
  }
}
