/**
 * What a server prints of a configuration and its data. Its output mostly is a log, which more people
 * read than the atlas lets see what is restricted: there it holds no value, no name of what not
 * everyone sees, and no diagnostics, only how many there are. Whoever starts it on a terminal is
 * shown all.
 */
import { commandLine, type ConfigFolder, type Dataset, type Diagnostic } from 'atlas-engine';
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
import { tellLoads, type LoadTeller } from '../load/load-teller.ts';

export interface ServerOutput {
  /** Of a configuration that was read. */
  diagnostics(found: readonly Diagnostic[], folder: ConfigFolder): void;
  /** The errors are about data of outside services only. */
  servedAllTheSame(): void;
  /** Paths of links in the folder of the configuration, which were left out. */
  links(paths: readonly string[]): void;
  /** What a file, table or the like of the configuration is called. */
  sourceName(source: string): string;
  /** What a process wrote before it crashed. */
  crash(text: string): void;
  /** A line about a dataset that is to come from an outside service. */
  ofService(line: string, dataset: Dataset | undefined): void;
  /** Tells how the loads of one run went. */
  loads(): LoadTeller;
  /** What datasets are called: those that may not be named are counted. */
  namesOf(datasets: readonly Dataset[]): string;
  /** The error as it may be printed: its message may name restricted files and values. */
  fault(error: unknown): unknown;
  /** A command of the atlas as it is typed, with the folder where it is not the default. */
  command(...args: readonly string[]): string;
  /** The command that loads these datasets again. */
  loadCommand(datasets: readonly Dataset[]): string;
}

/** How a command of the atlas is typed for the folder `config`, or for the default. */
function commandOf(io: CommandIo, config: string | undefined): ServerOutput['command'] {
  const folder = config === undefined ? undefined : commandFolder(config, io.env);
  return (...args) => `npm run -s atlas -- ${commandLine(['atlas', ...args], folder).slice(6)}`;
}

const ALL_THE_SAME =
  'The errors are about data of outside services. The atlas is served all the same.';

/** Errors of the store, whose messages are made of fixed words and the path of the data folder. */
const OF_STORE = [StoreBusy, StoreDamaged, StoreFull, StoreUnavailable];

/** Errors whose messages are about settings and places of the operator. */
const SPEAKABLE = [
  ...OF_STORE,
  ConfigFolderError,
  ServiceSettingError,
  SettingsError,
  StartError,
  UsageError,
];

function isSpeakable(error: unknown): boolean {
  return SPEAKABLE.some((kind) => error instanceof kind) && !(error instanceof ConfigFileError);
}

/** The error with its kind, code and place in the program, in other words. */
function unnamed(error: unknown, command: ServerOutput['command']): Error {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  const { name, stack = '' } = error instanceof Error ? error : new Error();
  const kind = typeof code === 'string' ? `${name}, ${code}` : name;
  const words = `The configuration or its data cannot be served (${kind}). \`${command('check')}\` says what is wrong.`;
  const safe = Object.assign(new Error(words), typeof code === 'string' && { code });
  // The first lines repeat the message.
  const places = stack.split('\n').filter((line) => /^\s+at /.test(line));
  safe.stack = [words, ...places].join('\n');
  return safe;
}

/**
 * The output for a terminal, or for a log. A server in production always writes a log. `config` is
 * the folder of the configuration; without it commands are for the default.
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
      if (found.length > 0)
        err(renderDiagnostics(found, { folder, locale: 'en', color, ...commands }));
    },
    servedAllTheSame: () => err(ALL_THE_SAME),
    links: (paths) => {
      if (paths.length > 0) err(linksLine(paths));
    },
    sourceName: (source) => `\`${source}\``,
    crash: err,
    ofService: err,
    loads: () => tellLoads(err),
    namesOf: (datasets) => quoted(datasets).join(', '),
    fault: (error) => error,
    loadCommand: (datasets) => command('load', ...datasets.map(({ id }) => id), '--force'),
  };
}

function logOutput(tell: (line: string) => void, command: ServerOutput['command']): ServerOutput {
  return {
    command,
    diagnostics: (found) => {
      if (found.length > 0)
        tell(`The configuration has ${countLine(found)}. \`${command('check')}\` shows them.`);
    },
    servedAllTheSame: () => tell(ALL_THE_SAME),
    links: ({ length }) => {
      if (length > 0)
        tell(
          `Links in the configuration folder are not followed: ${length} left out. \`${command('check')}\` names them.`,
        );
    },
    sourceName: () => 'A file or table',
    crash: () => undefined,
    ofService: (line, dataset) => {
      if (dataset && isOpen(dataset)) tell(line);
      else
        tell(
          `Restricted data did not come from their outside service. \`${command('load')}\` says which and why.`,
        );
    },
    loads: () => logLoads(tell, command),
    fault: (error) => (isSpeakable(error) ? error : unnamed(error, command)),
    namesOf: (datasets) => {
      const hidden = datasets.filter((dataset) => !isOpen(dataset)).length;
      const restricted = hidden === 1 ? 'a restricted dataset' : `${hidden} restricted datasets`;
      const names = quoted(datasets.filter(isOpen));
      return [...names, ...(hidden > 0 ? [restricted] : [])].join(', ');
    },
    loadCommand: (datasets) => {
      // Without names it finds what is damaged by itself.
      if (!datasets.every(isOpen)) return command('load');
      return command('load', ...datasets.map(({ id }) => id), '--force');
    },
  };
}

function logLoads(tell: (line: string) => void, command: ServerOutput['command']): LoadTeller {
  let isSaid = false;
  return {
    loaded: ({ dataset, loaded, took }, { permission }) => {
      if (permission.view.rank === 0)
        tell(`${dataset}: ${loaded} loaded in ${(took / 1_000).toFixed(1)} s`);
    },
    failed: (dataset, error) => {
      const ofStore = OF_STORE.some((kind) => error instanceof kind);
      if (isOpen(dataset)) {
        const why = ofStore
          ? (error as Error).message
          : `\`${command('load', dataset.id)}\` says why.`;
        tell(`${dataset.id}: not loaded. ${why}`);
      } else if (!isSaid) {
        isSaid = true;
        const why = ofStore ? `${(error as Error).message} ` : '';
        tell(`Restricted data were not loaded. ${why}\`${command('load')}\` says which and why.`);
      }
    },
  };
}
