import { BackupError, type BackupManifest } from '../../server/store/backup/manifest.ts';
import { backUp, restore } from '../../server/store/backup/backup.ts';
import { openConfig } from '../config/open-config.ts';
import type { CommandIo, ExitCode } from '../common/command.ts';
import { placeOf } from '../load/store-place.ts';

interface Options {
  readonly config: string;
  readonly dir: string;
}

/** Writes the whole store to a folder. */
export async function backupStore(options: Options, io: CommandIo): Promise<ExitCode> {
  const atlas = await atlasOf(options, io);
  const manifest = await backUp(placeOf(io.env, 'tool'), options.dir, { atlas, env: io.env });
  io.out(lineOf(`Written to ${options.dir}`, manifest));
  return 0;
}

/** Replaces the whole store with a backup. */
export async function restoreStore(options: Options, io: CommandIo): Promise<ExitCode> {
  const atlas = await atlasOf(options, io);
  const manifest = await restore(placeOf(io.env, 'tool'), options.dir, {
    atlas,
    env: io.env,
    report: io.err,
  });
  io.out(lineOf(`Restored from ${options.dir}`, manifest));
  return 0;
}

/** Returns the id of the atlas; other errors in the configuration do not prevent a backup. */
async function atlasOf({ config }: Options, io: CommandIo): Promise<string> {
  const { atlas } = await openConfig(config, { env: io.env, profile: false, report: io.err });
  const model = atlas.ok ? atlas.model : atlas.partial;
  if (model) return model.id;
  throw new BackupError(
    `The configuration in \`${config}\` does not give the id of the atlas. \`atlas check\` shows why.`,
  );
}

function lineOf(what: string, { datasets, files }: BackupManifest): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${what}: ${datasets.length} datasets, ${(bytes / 1_000_000).toFixed(1)} MB`;
}
