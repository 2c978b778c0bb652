import { hasErrors } from '../../engine/index.ts';
import { openConfig } from '../open-config.ts';
import { countLine, jsonDiagnostics, renderDiagnostics } from '../print-diagnostics.ts';
import type { CommandIo, ExitCode } from './command.ts';

export interface CheckOptions {
  readonly config: string;
  readonly format: 'human' | 'json';
  readonly locale: string;
  /** More warnings than this fail; undefined: warnings never do. */
  readonly maxWarnings?: number;
}

/** Checks a configuration with its data and prints what it finds. */
export async function check(
  { config, format, locale, maxWarnings }: CheckOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const { atlas, folder } = await openConfig(config, { env: io.env, profile: true, tell: io.err });
  const diagnostics = atlas.ok ? atlas.warnings : atlas.diagnostics;
  if (format === 'json') io.out(jsonDiagnostics(diagnostics, locale));
  else if (diagnostics.length > 0)
    io.out(renderDiagnostics(diagnostics, { folder, locale, color: io.color }));
  else io.out(`The configuration is right: ${countLine(diagnostics)}.`);
  if (hasErrors(diagnostics)) return 1;
  return maxWarnings !== undefined && diagnostics.length > maxWarnings ? 1 : 0;
}
