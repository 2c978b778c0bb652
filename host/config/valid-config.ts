import { checkAtlas, suggest, NO_FACTS, type LoadedAtlas } from 'atlas-engine';
import { openConfig, type OpenConfig } from './open-config.ts';
import type { OpenOptions } from './open-options.ts';
import { commandFolder, renderDiagnostics } from './print-diagnostics.ts';
import { UsageError, type CommandIo } from '../common/command.ts';

/** A configuration without errors. */
export type ValidConfig = OpenConfig & { readonly atlas: LoadedAtlas & { ok: true } };

/**
 * Opens a configuration. If it has errors, prints them and returns null. With `profile`, errors in the
 * data are also printed, but do not count.
 */
export async function openValid(
  config: string,
  io: CommandIo,
  options: Partial<Pick<OpenOptions, 'profile' | 'fresh'>> = {},
): Promise<ValidConfig | null> {
  const opened = await openConfig(config, {
    env: io.env,
    profile: false,
    ...options,
    report: io.err,
    progress: io.err,
  });
  if (opened.atlas.ok) return opened as ValidConfig;
  const bare = options.profile ? checkAtlas(opened.read, NO_FACTS) : opened.atlas;
  io.err(
    renderDiagnostics(opened.atlas.diagnostics, {
      folder: opened.folder,
      color: io.color,
      commands: commandFolder(config, io.env),
      format: io.format,
    }),
  );
  return bare.ok ? { ...opened, atlas: bare } : null;
}

/** Returns the object with an id, or throws a `UsageError` with the most similar id. */
export function pick<T>(things: ReadonlyMap<string, T>, id: string, kind: string): T {
  const thing = things.get(id);
  if (thing !== undefined) return thing;
  const near = suggest(id, things.keys());
  const known = [...things.keys()].slice(0, 20).join(', ');
  throw new UsageError(
    `There is no ${kind} \`${id}\`. ${near ? `Did you mean \`${near}\`?` : `Known ids: ${known}.`}`,
  );
}
