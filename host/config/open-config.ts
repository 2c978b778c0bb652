import { join } from 'node:path';
import { present } from 'atlas-engine/runtime';
import {
  checkAtlas,
  NO_FACTS,
  readAtlas,
  type Dataset,
  type Facts,
  type LoadedAtlas,
  type ReadAtlas,
} from 'atlas-engine';
import { readConfigFolder, type ReadFolder } from '../../server/config/read-config-folder.ts';
import { readSetting } from '../../server/config/settings.ts';
import type { ServiceFault } from '../../server/services/service-error.ts';
import { ServiceInputs } from '../../server/services/service-inputs.ts';
import { readServiceSettings, type ActiveService } from '../../server/services/service-settings.ts';
import { DatasetInputs } from './dataset-inputs.ts';
import type { OpenOptions } from './open-options.ts';
import { gatherFacts, type FoundFacts } from './gather-facts.ts';
import { readPublished, recordOf } from './published.ts';

/** A configuration read from disk and loaded, with facts about its data for the checks. */
export interface OpenConfig {
  readonly dir: string;
  readonly folder: ReadFolder;
  /** The atlas before the check, so that it can be checked again with other facts. */
  readonly read: ReadAtlas;
  readonly atlas: LoadedAtlas;
  readonly inputs: DatasetInputs;
  readonly facts: FoundFacts;
  /** The outside services that are on, by id. */
  readonly services: ReadonlyMap<string, ActiveService>;
  /**
   * The reasons why the last requests to services failed, by dataset id. The map is updated after
   * each request.
   */
  readonly faults: ReadonlyMap<string, ServiceFault>;
}

/** Creates the inputs of the datasets of a configuration. Each input is read once. */
export function inputsOf(
  dir: string,
  {
    env,
    services: active,
    datasets,
    report,
    ...asking
  }: Pick<OpenOptions, 'env' | 'report' | 'fresh'> & {
    readonly services: ReadonlyMap<string, ActiveService>;
    readonly datasets: ReadonlyMap<string, Dataset> | undefined;
    readonly faults: Map<string, ServiceFault>;
  },
): DatasetInputs {
  const folder = join(readSetting(env, 'dataDir'), 'services');
  const services = new ServiceInputs({
    ...asking,
    active,
    folder,
    report: (line, dataset) => report(line, datasets?.get(dataset)),
  });
  return new DatasetInputs(dir, services, readSetting(env, 'databaseUrl'));
}

/**
 * Reads and checks a configuration. Facts about its data are cached in the data folder until definition
 * or data change. Throws `ServiceSettingError` when a variable of a service is invalid.
 */
export async function openConfig(dir: string, options: OpenOptions): Promise<OpenConfig> {
  const { consents, env, profile, fresh = false, report } = options;
  const folder = await readConfigFolder(dir);
  const read = readAtlas(folder);
  const { model } = read;
  const services = readServiceSettings(model?.services ?? [], env);
  const faults = new Map<string, ServiceFault>();
  const datasets = model?.datasets;
  const inputs = inputsOf(dir, { env, services, datasets, fresh, report, faults });
  const published = await readPublished(recordOf(dir));
  const named: Facts = present({ ...NO_FACTS, published, consents });
  const facts =
    read.model && profile ? await gatherFacts(read, { dir, inputs, named, options }) : named;
  return { dir, folder, read, atlas: checkAtlas(read, facts), inputs, facts, services, faults };
}

/**
 * Checks the configuration without the facts about data of outside services. These data may change
 * at any time, so errors in them must not prevent a start.
 */
export function checkWithoutServices({ read, atlas, facts }: OpenConfig): LoadedAtlas {
  const { fromServices } = facts;
  if (atlas.ok || !fromServices) return atlas;
  const profiles = new Map([...facts.profiles].filter(([id]) => !fromServices.has(id)));
  return checkAtlas(read, { ...facts, profiles });
}
