import { join } from 'node:path';
import { printResult, type CommandIo, type ExitCode } from '../../host/common/command.ts';
import { commandFolder, renderDiagnostics } from '../../host/config/print-diagnostics.ts';
import type { Changes } from './changes.ts';

/** Options of every verb `atlas new …`. */
export interface NewOptions {
  readonly config: string;
  /** Whether to print the new texts and write nothing. */
  readonly dryRun: boolean;
}

/** Codes of errors about texts that do not exist yet in a new language. */
const INCOMPLETE = ['locale-incomplete', 'text-file-missing'];

/**
 * Checks and writes the changes, and prints what was written. Writes nothing if the configuration
 * would then have errors, which are printed; texts may be missing if `isIncomplete`.
 */
export async function finish(
  changes: Changes,
  by: {
    readonly id: string;
    readonly notes: readonly string[];
    readonly options: NewOptions;
    readonly isIncomplete?: boolean;
  },
  io: CommandIo,
): Promise<ExitCode> {
  const { id, notes, options, isIncomplete = false } = by;
  const { folder, atlas } = changes.load();
  const errors = atlas.ok
    ? []
    : atlas.diagnostics.filter(({ code }) => !isIncomplete || !INCOMPLETE.includes(code));
  if (errors.length > 0) {
    const commands = commandFolder(options.config, io.env);
    const { color, format } = io;
    io.err(renderDiagnostics(errors, { folder, color, commands, format }));
    if (format !== 'json')
      io.err('Nothing was written, because the atlas would have these errors.');
    return 1;
  }
  const files = changes.paths;
  if (options.dryRun) {
    const texts = Object.fromEntries(changes.texts);
    const printed = Object.entries(texts).map(([path, text]) => `--- ${path}\n${text}`);
    printResult(io, { id, written: false, files, texts, notes }, printed.join('\n'));
    return 0;
  }
  await changes.apply(options.config);
  const lines = [...files.map((path) => `Written: ${join(options.config, path)}`), ...notes];
  printResult(io, { id, written: true, files, notes }, lines.join('\n'));
  return 0;
}
