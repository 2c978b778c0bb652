import {
  ACCOUNTS_FILE,
  backUpAccounts,
  restoreAccounts,
} from '../../server/accounts/backup-accounts.ts';
import { BackupError, type BackupManifest } from '../../server/store/backup/manifest.ts';
import { backUp, restore } from '../../server/store/backup/backup.ts';
import { readAtlas } from 'atlas-engine';
import { readConfigFolder } from '../../server/config/read-config-folder.ts';
import { printResult, type CommandIo, type ExitCode } from '../../host/common/command.ts';
import { accountPlaceOf, placeOf } from '../../host/load/store-place.ts';

interface Options {
  readonly config: string;
  readonly dir: string;
}

/** Writes the whole store and the accounts to a folder. */
export async function backupStore(options: Options, io: CommandIo): Promise<ExitCode> {
  const atlas = await atlasOf(options);
  let accounts = 0;
  const manifest = await backUp(placeOf(io.env, 'tool'), options.dir, {
    atlas,
    env: io.env,
    more: async () => {
      accounts = await backUpAccounts(accountPlaceOf(io.env), options.dir);
      return [ACCOUNTS_FILE];
    },
  });
  printResult(
    io,
    { ...manifest, accounts },
    `${lineOf(`Written to ${options.dir}`, manifest)}, ${accounts} accounts`,
  );
  return 0;
}

export interface RestoreOptions extends Options {
  /** Whether the accounts of the backup replace existing ones. */
  readonly accounts?: boolean;
}

/** Replaces the whole store with a backup, and the accounts if there are none or if it is asked for. */
export async function restoreStore(options: RestoreOptions, io: CommandIo): Promise<ExitCode> {
  const { dir, accounts: replace = false } = options;
  const atlas = await atlasOf(options);
  const manifest = await restore(placeOf(io.env, 'tool'), dir, {
    atlas,
    env: io.env,
    report: io.err,
  });
  const accounts = await restoreAccountsOf(manifest, { dir, replace }, io);
  const lines = [
    lineOf(`Restored from ${dir}`, manifest),
    ...(accounts === null ? [] : [`${accounts} accounts restored. Everyone must log in again.`]),
  ];
  printResult(io, { ...manifest, accounts }, lines.join('\n'));
  return 0;
}

/** Returns the number of restored accounts; null if the existing ones were kept, which is reported. */
async function restoreAccountsOf(
  { files }: BackupManifest,
  { dir, replace }: { readonly dir: string; readonly replace: boolean },
  io: CommandIo,
): Promise<number | null> {
  if (!files.some(({ name }) => name === ACCOUNTS_FILE)) {
    io.err('The backup has no accounts. The existing accounts were not changed.');
    return null;
  }
  const restored = await restoreAccounts(accountPlaceOf(io.env), dir, { replace });
  if (restored === null)
    io.err(
      'The existing accounts were not changed. `atlas restore --accounts` replaces them with those of the backup, including levels that have been taken away since.',
    );
  return restored;
}

/** Returns the id of the atlas; other errors in the configuration do not prevent a backup. */
async function atlasOf({ config }: Options): Promise<string> {
  const { model } = readAtlas(await readConfigFolder(config));
  if (model) return model.id;
  throw new BackupError(
    `The configuration in \`${config}\` does not give the id of the atlas. \`atlas check\` shows why.`,
  );
}

function lineOf(what: string, { datasets, files }: BackupManifest): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${what}: ${datasets.length} datasets, ${(bytes / 1_000_000).toFixed(1)} MB`;
}
