import { suggest, loadAtlas, NO_FACTS, type LoadedAtlas } from 'atlas-engine';
import { openConfig, type OpenConfig, type OpenOptions } from './open-config.ts';
import { commandFolder, renderDiagnostics } from './print-diagnostics.ts';
import { UsageError, type CommandIo } from '../common/command.ts';

/** A configuration without errors. */
export type SoundConfig = OpenConfig & { readonly atlas: LoadedAtlas & { ok: true } };

/**
 * Opens a configuration; null, after printing why, when it has errors. With `profile` errors in the
 * data are printed, and do not count.
 */
export async function openSound(
  config: string,
  io: CommandIo,
  options: Partial<Pick<OpenOptions, 'profile' | 'fresh'>> = {},
): Promise<SoundConfig | null> {
  const opened = await openConfig(config, {
    env: io.env,
    profile: false,
    ...options,
    tell: io.err,
  });
  if (opened.atlas.ok) return opened as SoundConfig;
  const bare = options.profile ? loadAtlas(opened.folder, NO_FACTS) : opened.atlas;
  io.err(
    renderDiagnostics(opened.atlas.diagnostics, {
      folder: opened.folder,
      locale: 'en',
      color: io.color,
      commands: commandFolder(config, io.env),
    }),
  );
  return bare.ok ? { ...opened, atlas: bare } : null;
}

/** The thing of that id, or a `UsageError` with the nearest name. */
export function pick<T>(things: ReadonlyMap<string, T>, id: string, kind: string): T {
  const thing = things.get(id);
  if (thing !== undefined) return thing;
  const near = suggest(id, things.keys());
  const known = [...things.keys()].slice(0, 20).join(', ');
  throw new UsageError(
    `There is no ${kind} \`${id}\`. ${near ? `Did you mean \`${near}\`?` : `There are: ${known}.`}`,
  );
}
