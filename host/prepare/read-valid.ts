import { present } from 'atlas-engine/runtime';
import type { ConfigError } from 'atlas-engine/http';
import type { AtlasModel, CompileTables } from 'atlas-engine';
import type { ConfigurationState } from '../../server/routes/health/health-routes.ts';
import type { CommandIo } from '../common/command.ts';
import type { ServerOutput } from './server-output.ts';
import { checkWithoutServices, openConfig, type OpenConfig } from '../config/open-config.ts';
import type { OpenOptions } from '../config/open-options.ts';
import { framesOfErrors } from '../config/print-diagnostics.ts';

/** A valid configuration. */
interface ValidConfiguration extends Pick<OpenConfig, 'inputs' | 'services' | 'faults'> {
  readonly model: AtlasModel;
  /** Tables that the check of the model compiled. */
  readonly tables: CompileTables;
}

/** Reads the configuration and prints its diagnostics; `valid` is null when it has errors. */
export async function readValid(
  dir: string,
  { env, output }: { readonly env: CommandIo['env']; readonly output: ServerOutput },
  limits: Pick<OpenOptions, 'at' | 'progress' | 'unreadable' | 'consents'>,
): Promise<{
  readonly valid: ValidConfiguration | null;
  readonly state: ConfigurationState;
  /** The errors, with code frames. */
  readonly errors: readonly ConfigError[];
  /** Stamps of the folder and of its texts, taken before it was read. */
  readonly stamp: string;
  readonly texts: string;
}> {
  const config = await openConfig(
    dir,
    present({
      env,
      profile: true,
      report: output.ofService,
      ...limits,
    }),
  );
  const { folder } = config;
  const diagnostics = config.atlas.ok ? config.atlas.warnings : config.atlas.diagnostics;
  output.links(folder.links);
  output.diagnostics(diagnostics, folder);
  const atlas = checkWithoutServices(config);
  const errors = framesOfErrors(diagnostics, folder);
  const state = { errors: errors.length, warnings: diagnostics.length - errors.length };
  const { stamp, texts } = folder;
  if (!atlas.ok) return { valid: null, state, errors, stamp, texts };
  if (!config.atlas.ok) output.servedDespiteErrors();
  const valid = { ...config, model: atlas.model, tables: atlas.tables };
  return { valid, state, errors, stamp, texts };
}
