/**
 * The output of a server about a configuration and its data. On a terminal it is complete. Elsewhere it
 * is a log, which more people can read than may see restricted data: a log contains no values, no names
 * of restricted objects and only the number of diagnostics.
 */
import { existsSync } from 'node:fs';
import { commandLine, type ConfigFolder, type Dataset, type Diagnostic } from 'atlas-engine';
import { AccountsUnavailable } from '../../server/accounts/errors.ts';
import { AccountsTooNew } from '../../server/accounts/store/migrations.ts';
import { ConfigFileError, ConfigFolderError } from '../../server/config/config-folder-error.ts';
import { readSetting, SettingsError } from '../../server/config/settings.ts';
import { StoreDamaged } from '../../server/store/damage.ts';
import { StoreBusy, StoreFull, StoreUnavailable } from '../../server/store/writer.ts';
import { ServiceSettingError } from '../../server/services/service-settings.ts';
import { StartError } from '../../server/serving/start-server.ts';
import {
  commandFolder,
  countLine,
  linksLine,
  renderDiagnostics,
} from '../config/print-diagnostics.ts';
import { UsageError, type CommandIo } from '../common/command.ts';
import { printLoads, thinnedIn, type LoadReporter } from '../load/load-reporter.ts';

export interface ServerOutput {
  /** Prints the diagnostics of a configuration. */
  diagnostics(found: readonly Diagnostic[], folder: ConfigFolder): void;
  /** Reports that all errors are about data of outside services. */
  servedDespiteErrors(): void;
  /** Reports the links in the configuration folder, which were left out. */
  links(paths: readonly string[]): void;
  /** Returns the printable name of a source, such as a file or table. */
  sourceName(source: string): string;
  /** Prints the output of a process before it crashed. */
  crash(text: string): void;
  /** Prints a line about a dataset of an outside service. */
  ofService(line: string, dataset: Dataset | undefined): void;
  /** Returns the reporter for the loads of one run. */
  loads(): LoadReporter;
  /**
   * Returns the names of datasets as text. Datasets that must not be named in a log are only
   * counted.
   */
  namesOf(datasets: readonly Dataset[]): string;
  /** Returns an error that may be printed, because messages may contain restricted names and values. */
  fault(error: unknown): unknown;
  /** Returns a command of the atlas, with the folder if it is not the default. */
  command(...args: readonly string[]): string;
  /** Returns the command that loads these datasets again. */
  loadCommand(datasets: readonly Dataset[]): string;
}

/** The command in a checkout, from its sources or its build, and where the package is installed. */
const COMMAND =
  import.meta.url.endsWith('.ts') ||
  existsSync(new URL('../../../../cli/atlas.ts', import.meta.url))
    ? 'npm run -s atlas --'
    : 'npx atlas';

/** Returns a function that writes commands of the atlas for the folder `config`, or for the default. */
function commandOf(io: CommandIo, config: string | undefined): ServerOutput['command'] {
  const folder = config === undefined ? undefined : commandFolder(config, io.env);
  return (...args) => `${COMMAND} ${commandLine(['atlas', ...args], folder).slice(6)}`;
}

const SERVED_DESPITE_ERRORS =
  'The errors are about data of outside services. The atlas is served nevertheless.';

/** Errors of the store, whose messages are fixed texts with the path of the data folder. */
const OF_STORE = [StoreBusy, StoreDamaged, StoreFull, StoreUnavailable];

/** Errors whose messages contain only settings and paths of the operator. */
const SPEAKABLE = [
  ...OF_STORE,
  AccountsTooNew,
  AccountsUnavailable,
  ConfigFolderError,
  ServiceSettingError,
  SettingsError,
  StartError,
  UsageError,
];

function isSpeakable(error: unknown): boolean {
  return SPEAKABLE.some((kind) => error instanceof kind) && !(error instanceof ConfigFileError);
}

/** Returns an error with the same kind, code and stack, but another message. */
function unnamed(error: unknown, command: ServerOutput['command']): Error {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  const { name, stack = '' } = error instanceof Error ? error : new Error();
  const kind = typeof code === 'string' ? `${name}, ${code}` : name;
  const words = `The configuration or its data cannot be served (${kind}). \`${command('check')}\` shows the errors.`;
  const safe = Object.assign(new Error(words), typeof code === 'string' && { code });
  // The first lines repeat the message.
  const places = stack.split('\n').filter((line) => /^\s+at /.test(line));
  safe.stack = [words, ...places].join('\n');
  return safe;
}

/**
 * Creates the output for a terminal or a log; a server in production always uses a log. `config` is the
 * configuration folder for commands; undefined for the default.
 */
export function serverOutput(io: CommandIo, config?: string): ServerOutput {
  const isTerminal = io.terminal === true && readSetting(io.env, 'nodeEnv') !== 'production';
  const command = commandOf(io, config);
  return isTerminal ? terminalOutput(io, command, config) : logOutput(io.err, command);
}

const isOpen = (dataset: Dataset): boolean => dataset.permission.view.rank === 0;

function quoted(datasets: readonly Dataset[]): string[] {
  return datasets.map(({ id }) => `\`${id}\``);
}

function terminalOutput(
  { err, color, env }: CommandIo,
  command: ServerOutput['command'],
  config: string | undefined,
): ServerOutput {
  const commands = config === undefined ? {} : { commands: commandFolder(config, env) };
  return {
    command,
    diagnostics: (found, folder) => {
      if (found.length > 0) err(renderDiagnostics(found, { folder, color, ...commands }));
    },
    servedDespiteErrors: () => err(SERVED_DESPITE_ERRORS),
    links: (paths) => {
      if (paths.length > 0) err(linksLine(paths));
    },
    sourceName: (source) => `\`${source}\``,
    crash: err,
    ofService: err,
    loads: () => printLoads(err),
    namesOf: (datasets) => quoted(datasets).join(', '),
    fault: (error) => error,
    loadCommand: (datasets) => command('load', ...datasets.map(({ id }) => id), '--force'),
  };
}

function logOutput(report: (line: string) => void, command: ServerOutput['command']): ServerOutput {
  return {
    command,
    diagnostics: (found) => {
      if (found.length > 0)
        report(`The configuration has ${countLine(found)}. \`${command('check')}\` shows them.`);
    },
    servedDespiteErrors: () => report(SERVED_DESPITE_ERRORS),
    links: ({ length }) => {
      if (length > 0)
        report(
          `Links in the configuration folder are not followed: ${length} left out. \`${command('check')}\` lists them.`,
        );
    },
    sourceName: () => 'A file or table',
    crash: () => undefined,
    ofService: (line, dataset) => {
      if (dataset && isOpen(dataset)) report(line);
      else
        report(
          `Restricted data could not be loaded from their outside service. \`${command('load')}\` shows which and why.`,
        );
    },
    loads: () => logLoads(report, command),
    fault: (error) => (isSpeakable(error) ? error : unnamed(error, command)),
    namesOf: (datasets) => {
      const hidden = datasets.filter((dataset) => !isOpen(dataset)).length;
      const restricted = hidden === 1 ? 'a restricted dataset' : `${hidden} restricted datasets`;
      const names = quoted(datasets.filter(isOpen));
      return [...names, ...(hidden > 0 ? [restricted] : [])].join(', ');
    },
    loadCommand: (datasets) => {
      // Without names, the command finds damaged data itself.
      if (!datasets.every(isOpen)) return command('load');
      return command('load', ...datasets.map(({ id }) => id), '--force');
    },
  };
}

function logLoads(report: (line: string) => void, command: ServerOutput['command']): LoadReporter {
  let isSaid = false;
  return {
    loaded: (loads, { permission }) => {
      if (permission.view.rank > 0) return;
      const { dataset, loaded, took } = loads;
      const done = `${dataset}: ${loaded} loaded in ${(took / 1_000).toFixed(1)} s`;
      report([done, ...thinnedIn(loads)].join('; '));
    },
    failed: (dataset, error) => {
      const ofStore = OF_STORE.some((kind) => error instanceof kind);
      if (isOpen(dataset)) {
        const why = ofStore
          ? (error as Error).message
          : `\`${command('load', dataset.id)}\` shows why.`;
        report(`${dataset.id}: not loaded. ${why}`);
      } else if (!isSaid) {
        isSaid = true;
        const why = ofStore ? `${(error as Error).message} ` : '';
        report(
          `Restricted data were not loaded. ${why}\`${command('load')}\` shows which and why.`,
        );
      }
    },
    progress: report,
  };
}
