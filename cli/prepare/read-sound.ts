import { present } from 'atlas-engine/runtime';
import type { AtlasModel, CompileTables } from 'atlas-engine';
import type { ConfigurationState } from '../../server/routes/health/health-routes.ts';
import type { CommandIo } from '../common/command.ts';
import type { ServerOutput } from './server-output.ts';
import {
  loadWithoutServices,
  openConfig,
  type OpenConfig,
  type OpenOptions,
} from '../config/open-config.ts';

/** A configuration that can be served. */
interface Sound extends Pick<OpenConfig, 'inputs' | 'services' | 'faults'> {
  readonly model: AtlasModel;
  /** What the check of the model has compiled. */
  readonly tables: CompileTables;
}

/** Reads the configuration and prints what is wrong with it; `sound` is null when it has errors. */
export async function readSound(
  dir: string,
  { env, output }: { readonly env: CommandIo['env']; readonly output: ServerOutput },
  limits: Pick<OpenOptions, 'at' | 'unreadable'>,
): Promise<{
  readonly sound: Sound | null;
  readonly state: ConfigurationState;
  /** Of the folder, from before it was read. */
  readonly stamp: string;
}> {
  const { at, unreadable } = limits;
  const config = await openConfig(
    dir,
    present({
      env,
      profile: true,
      tell: output.ofService,
      at,
      unreadable,
    }),
  );
  const { folder } = config;
  const diagnostics = config.atlas.ok ? config.atlas.warnings : config.atlas.diagnostics;
  output.links(folder.links);
  output.diagnostics(diagnostics, folder);
  const atlas = loadWithoutServices(config);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const state = { errors, warnings: diagnostics.length - errors };
  const { stamp } = folder;
  if (!atlas.ok) return { sound: null, state, stamp };
  if (!config.atlas.ok) output.servedAllTheSame();
  return { sound: { ...config, model: atlas.model, tables: atlas.tables }, state, stamp };
}
