#!/usr/bin/env node
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { ConfigFolderError } from '../server/config/config-folder-error.ts';
import { readSetting, SettingsError } from '../server/config/settings.ts';
import { UnreadableData } from '../server/load/unreadable-data.ts';
import { isOutOfFiles, OUT_OF_FILES } from '../server/http/open-files.ts';
import { BackupError } from '../server/store/backup/manifest.ts';
import { DatasetDamaged, StoreDamaged } from '../server/store/damage.ts';
import { StoreBusy, StoreFull, StoreUnavailable } from '../server/store/writer.ts';
import { ServiceSettingError } from '../server/services/service-settings.ts';
import { exitProcess } from '../server/store/busy-threads.ts';
import { StartError } from '../server/serving/start-server.ts';
import { UsageError, type CommandIo, type ExitCode } from './common/command.ts';
import { SHOWN_KINDS, type ShownKind } from './verbs/shown-kinds.ts';
import { InputError } from './common/input-error.ts';

// Each verb is read when it is asked for: a server needs nothing of the others.
type StyleOptions = Parameters<(typeof import('./verbs/style.ts'))['style']>[0];
type LoadOptions = Omit<Parameters<(typeof import('./verbs/load.ts'))['load']>[0], 'datasets'>;
type BundleOptions = Parameters<(typeof import('./verbs/bundle.ts'))['bundle']>[0];

/**
 * Runs the `atlas` command. Gives the exit code: 0 nothing at the fail level, 1 findings, 2 wrong
 * use or a fault of the program; null while a server runs.
 */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode | null> {
  let code: ExitCode | null = 0;
  const configDir = readSetting(io.env, 'configDir');
  const program = new Command('atlas')
    .description('Checks, loads, shows and serves an atlas that is written in YAML.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.out(text.trimEnd()),
      writeErr: (text) => io.err(text.trimEnd()),
    })
    .showHelpAfterError('See `atlas --help`.');
  const verb = (name: string, description: string): Command =>
    program
      .command(name)
      .description(description)
      .option('--config <dir>', 'folder of the configuration', configDir);

  verb('check', 'find every mistake in the configuration and its data')
    .addOption(
      new Option('--format <form>', 'how to print').choices(['human', 'json']).default('human'),
    )
    .addOption(
      new Option('--locale <language>', 'language of the messages')
        .choices(['en', 'fr'])
        .default('en'),
    )
    .option('--max-warnings <n>', 'fail when there are more warnings', wholeNumber)
    .action(
      async (options: {
        config: string;
        format: 'human' | 'json';
        locale: string;
        maxWarnings?: number;
      }) => {
        const { check } = await import('./verbs/check.ts');
        code = await check(options, io);
      },
    );
  verb('load', 'load data into the store')
    .argument('[datasets...]', 'ids of datasets; all when none is named')
    .option('--force', 'load also what has not changed', false)
    .option('--rejected <file>', 'write every rejected feature to a .csv or .ndjson file')
    .action(async (datasets: string[], options: LoadOptions) => {
      const { load } = await import('./verbs/load.ts');
      code = await load({ ...options, datasets }, io);
    });
  verb('profile', 'print the fields and values of a dataset as found in its data')
    .argument('<dataset>')
    .option('--all', 'every value of every field', false)
    .action(async (dataset: string, options: { config: string; all: boolean }) => {
      const { profile } = await import('./verbs/profile.ts');
      code = await profile({ ...options, dataset }, io);
    });
  verb('show', 'print what a thing amounts to and where it is written')
    .argument('<kind>', SHOWN_KINDS.join(', '), shownKind)
    .argument('<id>')
    .action(async (kind: ShownKind, id: string, options: { config: string }) => {
      const { show } = await import('./verbs/show.ts');
      code = await show({ ...options, kind, id }, io);
    });
  verb('style', 'print the MapLibre style of a view')
    .option('--project <id>')
    .option('--groups <ids>', 'groups to switch on, top first, separated by commas', (ids) =>
      ids.split(','),
    )
    .option('--base <id>', 'base layer')
    .option('--level <id>', 'permission level of the visitor')
    .option('--locale <language>')
    .action(async (options: StyleOptions) => {
      const { style } = await import('./verbs/style.ts');
      code = await style(options, io);
    });
  verb('bundle', 'write the files a visitor of a level would be sent')
    .option('--level <id>', 'permission level of the visitor')
    .requiredOption('--locale <language>')
    .requiredOption('--out <dir>')
    .action(async (options: BundleOptions) => {
      const { bundle } = await import('./verbs/bundle.ts');
      code = await bundle(options, io);
    });
  verb('tiles', 'write the tiles that everyone may have as PMTiles archives')
    .argument('[datasets...]', 'ids of datasets; all public ones when none is named')
    .requiredOption('--out <dir>')
    .action(async (datasets: string[], options: { config: string; out: string }) => {
      const { tiles } = await import('./verbs/tiles.ts');
      code = await tiles({ ...options, datasets }, io);
    });
  verb('backup', 'write everything the store holds into a folder')
    .argument('<dir>', 'a folder that is new or empty')
    .action(async (dir: string, options: { config: string }) => {
      const { backupStore } = await import('./verbs/backup.ts');
      code = await backupStore({ ...options, dir }, io);
    });
  verb('restore', 'put a backup in the place of everything the store holds')
    .argument('<dir>', 'the folder of the backup')
    .action(async (dir: string, options: { config: string }) => {
      const { restoreStore } = await import('./verbs/backup.ts');
      code = await restoreStore({ ...options, dir }, io);
    });
  verb('start', 'serve the atlas')
    .option('--level <id>', 'show it, on this machine only, as a visitor of this level has it')
    .action(async (options: { config: string; level?: string }) => {
      const { start } = await import('./verbs/start.ts');
      code = (await start(options, io)) === null ? 1 : null;
    });
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    return failed(error, io);
  }
  return code;
}

function wholeNumber(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(value);
}

function shownKind(value: string): ShownKind {
  if ((SHOWN_KINDS as readonly string[]).includes(value)) return value as ShownKind;
  throw new InvalidArgumentError(`It must be one of ${SHOWN_KINDS.join(', ')}.`);
}

/** Errors whose message is meant for the one at the keyboard. */
const SPOKEN = [
  UsageError,
  BackupError,
  ConfigFolderError,
  UnreadableData,
  InputError,
  ServiceSettingError,
  SettingsError,
  StoreBusy,
  StoreDamaged,
  StoreFull,
  StoreUnavailable,
  StartError,
];

function failed(error: unknown, io: CommandIo): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof DatasetDamaged) {
    io.err(
      `The stored data of \`${error.dataset}\` cannot be read. \`atlas load ${error.dataset} --force\` loads them again; \`atlas restore DIR\` puts a backup back.`,
    );
    return 2;
  }
  if (isOutOfFiles(error)) io.err(OUT_OF_FILES);
  else if (SPOKEN.some((kind) => error instanceof kind)) io.err((error as Error).message);
  else io.err(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 2;
}

const isMain = process.argv[1] !== undefined && /[\\/](?:atlas)(?:\.[jt]s)?$/.test(process.argv[1]);
if (isMain) {
  // A reader that has seen enough, such as `head`, closes the pipe: that is no fault.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    void exitProcess(Number(process.exitCode ?? 0));
  });
  const code = await run(process.argv.slice(2), {
    out: (text) => void process.stdout.write(`${text}\n`),
    err: (text) => void process.stderr.write(`${text}\n`),
    env: process.env,
    color: process.stdout.isTTY && !process.env['NO_COLOR'],
    terminal: process.stderr.isTTY === true,
  });
  if (code !== null) process.exitCode = code;
}
