/**
 * What a server prints of a configuration and its data. Its output mostly is a log, which more people
 * read than the atlas lets see what is restricted: there it holds no value, no name of what not
 * everyone sees, and no diagnostics, only how many there are. Whoever starts it on a terminal is
 * shown all.
 */
import type { ConfigFolder, Dataset, Diagnostic } from 'atlas-engine';
import { ConfigFileError, ConfigFolderError } from '../../server/config/config-folder-error.ts';
import { readSetting, SettingsError } from '../../server/config/settings.ts';
import { StoreDamaged } from '../../server/store/damage.ts';
import { StoreBusy, StoreFull, StoreUnavailable } from '../../server/store/writer.ts';
import { ServiceSettingError } from '../../server/services/service-settings.ts';
import { StartError } from '../../server/serving/start-server.ts';
import { countLine, linksLine, renderDiagnostics } from '../config/print-diagnostics.ts';
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
  /** The command that loads these datasets again. */
  loadCommand(datasets: readonly Dataset[]): string;
}

const ATLAS = 'npm run -s atlas --';

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
function unnamed(error: unknown): Error {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  const { name, stack = '' } = error instanceof Error ? error : new Error();
  const kind = typeof code === 'string' ? `${name}, ${code}` : name;
  const words = `The configuration or its data cannot be served (${kind}). \`${ATLAS} check\` says what is wrong.`;
  const safe = Object.assign(new Error(words), typeof code === 'string' && { code });
  // The first lines repeat the message.
  const places = stack.split('\n').filter((line) => /^\s+at /.test(line));
  safe.stack = [words, ...places].join('\n');
  return safe;
}

/** The output for a terminal, or for a log. A server in production always writes a log. */
export function serverOutput(io: CommandIo): ServerOutput {
  const isTerminal = io.terminal === true && readSetting(io.env, 'nodeEnv') !== 'production';
  return isTerminal ? terminalOutput(io) : logOutput(io.err);
}

const isOpen = (dataset: Dataset): boolean => dataset.permission.view.rank === 0;

function quoted(datasets: readonly Dataset[]): string[] {
  return datasets.map(({ id }) => `\`${id}\``);
}

function terminalOutput({ err, color }: CommandIo): ServerOutput {
  return {
    diagnostics: (found, folder) => {
      if (found.length > 0) err(renderDiagnostics(found, { folder, locale: 'en', color }));
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
    loadCommand: (datasets) => `${ATLAS} load ${datasets.map(({ id }) => id).join(' ')} --force`,
  };
}

function logOutput(tell: (line: string) => void): ServerOutput {
  return {
    diagnostics: (found) => {
      if (found.length > 0)
        tell(`The configuration has ${countLine(found)}. \`${ATLAS} check\` shows them.`);
    },
    servedAllTheSame: () => tell(ALL_THE_SAME),
    links: ({ length }) => {
      if (length > 0)
        tell(
          `Links in the configuration folder are not followed: ${length} left out. \`${ATLAS} check\` names them.`,
        );
    },
    sourceName: () => 'A file or table',
    crash: () => undefined,
    ofService: (line, dataset) => {
      if (dataset && isOpen(dataset)) tell(line);
      else
        tell(
          `Restricted data did not come from their outside service. \`${ATLAS} load\` says which and why.`,
        );
    },
    loads: () => logLoads(tell),
    fault: (error) => (isSpeakable(error) ? error : unnamed(error)),
    namesOf: (datasets) => {
      const hidden = datasets.filter((dataset) => !isOpen(dataset)).length;
      const restricted = hidden === 1 ? 'a restricted dataset' : `${hidden} restricted datasets`;
      const names = quoted(datasets.filter(isOpen));
      return [...names, ...(hidden > 0 ? [restricted] : [])].join(', ');
    },
    loadCommand: (datasets) => {
      // Without names it finds what is damaged by itself.
      if (!datasets.every(isOpen)) return `${ATLAS} load`;
      return `${ATLAS} load ${datasets.map(({ id }) => id).join(' ')} --force`;
    },
  };
}

function logLoads(tell: (line: string) => void): LoadTeller {
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
          : `\`${ATLAS} load ${dataset.id}\` says why.`;
        tell(`${dataset.id}: not loaded. ${why}`);
      } else if (!isSaid) {
        isSaid = true;
        const why = ofStore ? `${(error as Error).message} ` : '';
        tell(`Restricted data were not loaded. ${why}\`${ATLAS} load\` says which and why.`);
      }
    },
  };
}
