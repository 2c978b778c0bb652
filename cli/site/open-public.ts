/** Opens the public server of an atlas in this process, without listening. */
import {
  applyConsents,
  compileAccess,
  type Access,
  type AtlasModel,
  type Dataset,
} from 'atlas-engine';
import type { FastifyInstance } from 'fastify';
import { ANONYMOUS } from '../../server/access/asker.ts';
import { createServer } from '../../server/serving/create-server.ts';
import { buildSnapshot } from '../../server/snapshot/build-snapshot.ts';
import { openStore, type Store } from '../../server/store/open-store.ts';
import type { CommandIo } from '../../host/common/command.ts';
import { openValid } from '../../host/config/valid-config.ts';
import { loadAll } from '../../host/load/load-all.ts';
import { printLoads } from '../../host/load/load-reporter.ts';
import { readConsents } from '../../host/load/read-consents.ts';
import { byDataset, settleOn } from '../../host/load/settle-on.ts';
import { placeOf } from '../../host/load/store-place.ts';

/** A server that answers everyone alike, and what it answers from. */
export interface PublicServer {
  readonly app: FastifyInstance;
  readonly model: AtlasModel;
  readonly access: Access;
  readonly store: Store;
  close(): Promise<void>;
}

/**
 * Reads and loads what everyone may view, and opens a server for it without accounts. Returns null when
 * the configuration or the data have errors, which are printed.
 */
export async function openPublic(
  { config: dir, appDir }: { readonly config: string; readonly appDir: string },
  io: CommandIo,
): Promise<PublicServer | null> {
  const config = await openValid(dir, io);
  if (!config) return null;
  const { inputs, services } = config;
  const given = applyConsents(config.atlas.model, await readConsents(io.env));
  const store = await openStore(placeOf(io.env, 'tool'), io.err);
  try {
    const open = [...given.datasets.values()].filter(isPublic);
    const loading = { model: given, inputs, store, reporter: printLoads(io.err) };
    if (await loadAll(open, loading)) {
      await store.close();
      return null;
    }
    const model = settleOn(given, byDataset(await store.statuses()));
    const snapshot = await buildSnapshot({
      model,
      store,
      configDir: dir,
      plain: true,
      serviceAddress: (service) => services.get(service)?.address ?? null,
      serviceHosts: (service) => services.get(service)?.hosts ?? [],
    });
    const app = await createServer({ snapshot, store, appDir, askerFrom: () => ANONYMOUS });
    const close = async (): Promise<void> => {
      await app.close();
      await store.close();
    };
    return { app, model, access: compileAccess(model), store, close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function isPublic({ permission }: Dataset): boolean {
  return permission.view.rank === 0;
}
