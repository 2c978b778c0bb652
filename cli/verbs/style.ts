import { type Group, type Service, type SourceRef, suggest } from 'atlas-engine';
import { compileStyle, initialState, mergeBundles } from 'atlas-engine/runtime';
import { UsageError, type CommandIo, type ExitCode } from '../../host/common/command.ts';
import { compileFor } from './compile-for.ts';
import { openValid, type ValidConfig } from '../../host/config/valid-config.ts';

export interface StyleOptions {
  readonly config: string;
  readonly project?: string;
  /** Ids of the groups, top first. The default is those that are switched on at the start. */
  readonly groups?: readonly string[];
  readonly base?: string;
  readonly level?: string;
  readonly locale?: string;
}

/** Prints the MapLibre style for a visitor of a level. */
export async function style(options: StyleOptions, io: CommandIo): Promise<ExitCode> {
  const config = await openValid(options.config, io);
  if (!config) return 1;
  const { open, session } = await compileFor({ ...config, model: config.atlas.model }, options, io);
  const bundle = mergeBundles(
    open.index,
    open.parts.map(({ part }) => part),
    session,
  );
  const start = initialState(bundle);
  const { model } = config.atlas;
  const level = options.level ?? model.levels[0]!.id;
  const find = finder(level, config);
  const project =
    options.project === undefined ? null : find(bundle.projects, options.project, 'project');
  const base =
    options.base === undefined
      ? start.baseLayer
      : find(bundle.baseLayers, options.base, 'base layer').id;
  const entries = bundle.categories.flatMap((category) => category.groups);
  const wanted = options.groups ?? project?.groups ?? start.groups.map(({ id }) => id);
  const chosen = wanted.map((id) => find(entries, id, 'group'));
  for (const { id, locked } of chosen)
    if (locked && options.groups)
      io.err(
        `\`${id}\` is locked at \`${level}\` and left out: it needs \`--level ${locked.level}\`.`,
      );
  const groups = chosen.flatMap(({ id }) => {
    const group = bundle.groups[id];
    return group ? [{ id, visible: true, opacity: group.opacity }] : [];
  });
  const state = {
    ...start,
    baseLayer: base,
    groups,
    project: project?.id ?? null,
  };
  io.out(JSON.stringify(compileStyle(bundle, state), null, 2));
  return 0;
}

interface Named {
  readonly id: string;
  readonly aliases?: readonly string[];
}

/** Finds an object of the bundle by its id or an alias; throws a `UsageError` with the reason if it fails. */
function finder(level: string, { atlas: { model }, services }: ValidConfig) {
  return <T extends Named>(things: readonly T[], id: string, kind: string): T => {
    const isNamed = (candidate: Named): boolean =>
      candidate.id === id || (candidate.aliases ?? []).includes(id);
    const thing = things.find(isNamed);
    if (thing) return thing;
    const ids = things.flatMap((candidate) => [candidate.id, ...(candidate.aliases ?? [])]);
    const group = kind === 'group' ? model.groups.find(isNamed) : null;
    const needed = group ? servicesOf(group).filter((service) => !services.has(service.id)) : [];
    if (needed.length > 0)
      throw new UsageError(
        `The group \`${id}\` is off: set ${needed.map(({ env }) => env).join(', ')} to switch its service on.`,
      );
    if (group)
      throw new UsageError(
        `The group \`${id}\` is hidden at \`${level}\`: it needs \`--level ${group.permission.id}\`.`,
      );
    const near = suggest(id, ids);
    throw new UsageError(
      `There is no ${kind} \`${id}\`. ${near ? `Did you mean \`${near}\`?` : `Known ids: ${ids.join(', ')}.`}`,
    );
  };
}

/** Returns the services that a group needs, each once. */
function servicesOf({ sublayers }: Group): readonly Service[] {
  return [...new Set(sublayers.flatMap(({ source }) => serviceBehind(source) ?? []))];
}

function serviceBehind(source: SourceRef): Service | null {
  if (source.kind === 'source') return source.source.service ?? null;
  if (source.kind === 'none') return null;
  const { load } = source.dataset;
  return load.kind === 'service' && !load.fallback ? load.service : null;
}
