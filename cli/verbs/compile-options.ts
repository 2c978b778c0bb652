import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { applyConsents, type AtlasModel, type CompileOptions, type Level } from 'atlas-engine';
import { contentHash } from '../../server/http/encoded.ts';
import { openStore } from '../../server/store/open-store.ts';
import type { DatasetStatus } from '../../server/store/store.ts';
import { wholeFrom } from '../../server/store/whole-from.ts';
import { UsageError, type CommandIo } from '../../host/common/command.ts';
import { placeOf } from '../../host/load/store-place.ts';
import { byDataset, settleOn } from '../../host/load/settle-on.ts';
import { readConsents } from '../../host/load/read-consents.ts';
import type { ValidConfig } from '../../host/config/valid-config.ts';

/** The input of a compilation. It is read from the store, from the services that are on, and from the files. */
export interface CompileInputs {
  /** The model, adapted to the data in the store and to the consents. */
  readonly model: AtlasModel;
  readonly options: Omit<CompileOptions, 'locale'>;
}

export async function compileInputs(
  config: Pick<ValidConfig, 'dir' | 'services'> & { readonly model: AtlasModel },
  io: CommandIo,
): Promise<CompileInputs> {
  const statuses = await statusesOf(io);
  const { levels } = config.model;
  return {
    model: applyConsents(settleOn(config.model, statuses), await readConsents(io.env)),
    options: {
      version: (dataset, level) => {
        const versions = statuses.get(dataset)?.versions ?? {};
        const rank = levels.findIndex(({ id }) => id === level);
        const best = levels.slice(0, rank + 1).findLast(({ id }) => versions[id] !== undefined);
        return best ? versions[best.id]! : null;
      },
      bounds: (dataset) => statuses.get(dataset)?.bounds ?? null,
      wholeFrom: (dataset, level) => wholeFrom(statuses.get(dataset), level),
      address: (service) => config.services.get(service)?.address ?? null,
      hosts: (service) => config.services.get(service)?.hosts ?? [],
      fileVersion: (path) => shortHash(readFileSync(join(config.dir, path)).toString('base64')),
      hash: shortHash,
    },
  };
}

/** Returns the first 96 bits of a hash, which are enough for the addresses in a folder. */
function shortHash(text: string): string {
  return contentHash(Buffer.from(text)).slice(0, 16);
}

async function statusesOf(io: CommandIo): Promise<ReadonlyMap<string, DatasetStatus>> {
  const store = await openStore(placeOf(io.env, 'tool'), io.err);
  try {
    return byDataset(await store.statuses());
  } finally {
    await store.close();
  }
}

/** Returns a level by id; the lowest by default. */
export function levelOf(model: AtlasModel, id: string | undefined): Level {
  if (id === undefined) return model.levels[0]!;
  const level = model.levels.find((candidate) => candidate.id === id);
  if (!level)
    throw new UsageError(
      `There is no level \`${id}\`. The levels are: ${model.levels.map((known) => known.id).join(', ')}.`,
    );
  return level;
}

/** Returns a locale of the atlas; its default if `id` is undefined. */
export function localeOf(model: AtlasModel, id: string | undefined): string {
  if (id === undefined) return model.locales.default;
  if (!model.locales.available.includes(id)) {
    throw new UsageError(
      `\`${id}\` is not a language of this atlas. The languages are: ${model.locales.available.join(', ')}.`,
    );
  }
  return id;
}
