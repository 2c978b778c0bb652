import { suggest } from '../../engine/diagnostics/suggest.ts';
import type { LoadedAtlas } from '../../engine/index.ts';
import { dataDirOf, openConfig, type OpenConfig } from '../open-config.ts';
import { renderDiagnostics } from '../print-diagnostics.ts';
import { UsageError, type CommandIo } from './command.ts';

/** A configuration without errors. */
export type SoundConfig = OpenConfig & { readonly atlas: LoadedAtlas & { ok: true } };

/** Opens a configuration; null, after printing why, when it has errors. */
export async function openSound(
  config: string,
  io: CommandIo,
  options: { readonly profile?: boolean } = {},
): Promise<SoundConfig | null> {
  const opened = await openConfig(config, {
    dataDir: dataDirOf(io.env),
    profile: options.profile ?? false,
  });
  if (opened.atlas.ok) return opened as SoundConfig;
  io.err(
    renderDiagnostics(opened.atlas.diagnostics, {
      folder: opened.folder,
      locale: 'en',
      color: io.color,
    }),
  );
  return null;
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
