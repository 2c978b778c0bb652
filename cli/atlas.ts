#!/usr/bin/env node
import { Command, CommanderError, Option } from 'commander';
import { AccountsUnavailable } from '../server/accounts/errors.ts';
import { AccountsTooNew } from '../server/accounts/store/migrations.ts';
import { ConfigFolderError } from '../server/config/config-folder-error.ts';
import { readSetting, SettingsError } from '../server/config/settings.ts';
import { UnreadableData } from 'atlas-engine/readers';
import { isOutOfFiles, OUT_OF_FILES } from '../server/http/open-files.ts';
import { BackupError } from '../server/store/backup/manifest.ts';
import { DatasetDamaged, StoreDamaged } from '../server/store/damage.ts';
import { StoreBusy, StoreFull, StoreUnavailable } from '../server/store/writer.ts';
import { ServiceSettingError } from '../server/services/service-settings.ts';
import { exitProcess } from '../server/store/busy-threads.ts';
import { StartError } from '../server/serving/start-server.ts';
import {
  FORMATS,
  Interrupted,
  UsageError,
  type CommandIo,
  type ExitCode,
  type Format,
  type Screen,
} from '../host/common/command.ts';
import { InputError } from '../host/common/input-error.ts';
import { addVerbs } from './add-verbs.ts';
import { withExamples, type Cli } from './declare-verb.ts';

/**
 * Runs the `atlas` command. Returns the exit code as in `ExitCode`, or null while a server runs.
 */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode | null> {
  let code: ExitCode | null = 0;
  const configDir = readSetting(io.env, 'configDir');
  const program = new Command('atlas')
    .description('Checks, loads, prints and serves an atlas written in YAML.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.out(text.trimEnd()),
      writeErr: (text) => io.err(text.trimEnd()),
    })
    .showHelpAfterError('See `atlas --help`.');
  let format: Format = io.format ?? 'human';
  const formatted: CommandIo = {
    ...io,
    get format() {
      return format;
    },
  };
  program.hook('preAction', (_, action) => {
    const chosen = action.optsWithGlobals<{ format: Format; json?: boolean }>();
    format = chosen.json ? 'json' : chosen.format;
  });
  const verb: Cli['verb'] = (name, description, examples) =>
    withExamples(program.command(name), examples)
      .description(description)
      .option('--config <dir>', 'folder of the configuration', configDir)
      .addOption(
        new Option('--format <form>', 'how results and messages are printed')
          .choices(FORMATS)
          .default('human'),
      )
      .option('--json', 'the same as `--format json`');

  addVerbs({ verb, io: formatted, end: (next) => (code = next) });
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    return failed(error, formatted);
  }
  return code;
}

/** Types of errors whose messages are written for the user of the command. */
const SPOKEN = [
  AccountsTooNew,
  AccountsUnavailable,
  UsageError,
  BackupError,
  ConfigFolderError,
  UnreadableData,
  InputError,
  Interrupted,
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
  const message = messageOf(error);
  io.err(io.format === 'json' ? JSON.stringify({ error: message }) : message);
  return error instanceof Interrupted ? 130 : 2;
}

function messageOf(error: unknown): string {
  if (error instanceof DatasetDamaged)
    return `The stored data of \`${error.dataset}\` cannot be read. \`atlas load ${error.dataset} --force\` loads them again; \`atlas restore DIR\` restores a backup.`;
  if (isOutOfFiles(error)) return OUT_OF_FILES;
  if (SPOKEN.some((kind) => error instanceof kind)) return (error as Error).message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Returns the terminal of standard error; undefined where lines are not redrawn, such as in CI. */
function screenOf({ stderr, env, platform }: NodeJS.Process): Screen | undefined {
  const { CI, TERM, NO_COLOR, LC_ALL, LC_CTYPE, LANG } = env;
  if (!stderr.isTTY || TERM === 'dumb' || (CI && CI !== 'false')) return undefined;
  return {
    write: (text) => void stderr.write(text),
    columns: () => stderr.columns || COLUMNS,
    color: !NO_COLOR,
    unicode: platform === 'win32' || /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || ''),
  };
}

/** Width of a terminal that does not say it. */
const COLUMNS = 80;

const isMain = process.argv[1] !== undefined && /[\\/](?:atlas)(?:\.[jt]s)?$/.test(process.argv[1]);
if (isMain) {
  // A program that reads the output, such as `head`, may close the pipe early, which is not an
  // error.
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
    screen: screenOf(process),
    onInterrupt: (listener) => {
      process.on('SIGINT', listener);
      return () => void process.off('SIGINT', listener);
    },
  });
  if (code !== null) process.exitCode = code;
}
