import { hasErrors, type AtlasModel } from 'atlas-engine';
import { openConfig } from '../../host/config/open-config.ts';
import {
  commandFolder,
  countLine,
  renderDiagnostics,
} from '../../host/config/print-diagnostics.ts';
import { readConsents } from '../../host/load/read-consents.ts';
import type { CommandIo, ExitCode } from '../../host/common/command.ts';

export interface CheckOptions {
  readonly config: string;
  /**
   * The command fails if there are more warnings than this. If undefined, the command does not fail
   * because of warnings.
   */
  readonly maxWarnings?: number;
}

/** Returns the groups that draw nothing while services are off, and the variables of these services. */
function groupsThatAreOff(
  { groups }: AtlasModel,
  services: ReadonlyMap<string, unknown>,
): { readonly id: string; readonly env: readonly string[] }[] {
  return groups.flatMap(({ id, sublayers }) => {
    const off = sublayers.flatMap(({ source }) => {
      const { service, fallback } = source.kind === 'source' ? source.source : {};
      return service && !fallback && !services.has(service.id) ? [service.env] : [];
    });
    return off.length > 0 && off.length === sublayers.length
      ? [{ id, env: [...new Set(off)] }]
      : [];
  });
}

/** Checks a configuration with its data and prints what it finds. */
export async function check(
  { config, maxWarnings }: CheckOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const commands = commandFolder(config, io.env);
  const consents = await readConsents(io.env);
  const opened = await openConfig(config, { env: io.env, profile: true, report: io.err, consents });
  const { atlas, folder } = opened;
  const diagnostics = atlas.ok ? atlas.warnings : atlas.diagnostics;
  const { color, format = 'human' } = io;
  if (diagnostics.length > 0 || format === 'json')
    io.out(renderDiagnostics(diagnostics, { folder, color, commands, format }));
  else io.out(`The configuration is valid: ${countLine(diagnostics)}.`);
  if (format === 'human' && atlas.ok)
    for (const { id, env } of groupsThatAreOff(atlas.model, opened.services))
      io.out(`The group \`${id}\` is not shown: ${env.join(', ')} switches on its service.`);
  if (hasErrors(diagnostics)) return 1;
  return maxWarnings !== undefined && diagnostics.length > maxWarnings ? 1 : 0;
}
