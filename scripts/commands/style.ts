import {
  compileStyle,
  mergeBundles,
  type ActiveGroup,
  type AtlasBundle,
} from '../../engine/runtime.ts';
import { suggest } from '../../engine/diagnostics/suggest.ts';
import { UsageError, type CommandIo, type ExitCode } from './command.ts';
import { compileFor } from './compile-for.ts';
import { openSound } from './sound-config.ts';

export interface StyleOptions {
  readonly config: string;
  readonly project?: string;
  /** Top first; those checked from the start when absent. */
  readonly groups?: readonly string[];
  readonly base?: string;
  readonly level?: string;
  readonly locale?: string;
}

/** Prints the MapLibre style a visitor of a level would get. */
export async function style(options: StyleOptions, io: CommandIo): Promise<ExitCode> {
  const config = await openSound(options.config, io);
  if (!config) return 1;
  const { open, session } = await compileFor({ ...config, model: config.atlas.model }, options, io);
  const bundle = mergeBundles(
    open.index,
    open.parts.map(({ part }) => part),
    session,
  );
  const project =
    options.project === undefined ? null : find(bundle.projects, options.project, 'project');
  const base =
    options.base === undefined
      ? bundle.baseLayers[0]?.id
      : find(bundle.baseLayers, options.base, 'base layer').id;
  const groups = activeGroups(bundle, options.groups ?? project?.groups ?? null);
  const state = {
    baseLayer: base ?? '',
    hillshade: bundle.hillshade?.checked ?? false,
    groups,
    project: project?.id ?? null,
  };
  io.out(JSON.stringify(compileStyle(bundle, state, {}), null, 2));
  return 0;
}

function activeGroups(bundle: AtlasBundle, ids: readonly string[] | null): ActiveGroup[] {
  const entries = bundle.categories.flatMap(({ groups }) => groups);
  const chosen = ids
    ? ids.map((id) => find(entries, id, 'group'))
    : entries.filter(({ checked }) => checked);
  return chosen.flatMap((entry) => {
    const group = bundle.groups[entry.id];
    return group ? [{ id: entry.id, visible: true, opacity: group.opacity }] : [];
  });
}

function find<T extends { readonly id: string }>(
  things: readonly T[],
  id: string,
  kind: string,
): T {
  const thing = things.find((candidate) => candidate.id === id);
  if (thing) return thing;
  const near = suggest(
    id,
    things.map((candidate) => candidate.id),
  );
  throw new UsageError(
    `There is no ${kind} \`${id}\` for this level. ${near ? `Did you mean \`${near}\`?` : `There are: ${things.map((candidate) => candidate.id).join(', ')}.`}`,
  );
}
