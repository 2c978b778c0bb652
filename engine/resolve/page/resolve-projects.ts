import type * as Config from '../../../schemas/config.g.ts';
import type { Condition, Dataset, Group, Level, Project } from '../../model/model.ts';
import { listedFrom } from '../../model/listed-from.ts';
import { present } from '../../basics/present.ts';
import { copyGroup, reportHidden, type CopyRequest, type CopyState } from '../layers/copy-group.ts';
import { lookUp, type ResolveContext } from '../context.ts';
import { reportMissingFile } from '../missing-file.ts';
import { resolveConditions } from '../values/resolve-conditions.ts';
import { resolveExtent } from '../resolve-extent.ts';
import { resolveProjectOutline } from './resolve-project-outline.ts';
import { listedCoverage } from '../layers/resolve-groups.ts';
import { LAST } from '../resolve-listed.ts';

/** The resolved projects, their copies of groups, and the datasets of these copies. */
export interface ResolvedProjects {
  readonly projects: readonly Project[];
  readonly groups: readonly Group[];
  /** By id. */
  readonly datasets: ReadonlyMap<string, Dataset>;
}

type RawMember = Exclude<NonNullable<Config.Project['groups']>[number], string>;

/** A group of a project: a copy, or a general group with conditions that apply in the project. */
interface Member {
  readonly group: Group;
  /** The general group. */
  readonly of: Group;
  readonly isCopy: boolean;
  readonly where: readonly Condition[];
}

/**
 * Resolves the projects. A copy (`clip`, `as`) is a separate group with its own datasets
 * `<dataset>@<project>`, which contain only features in the extent of the project. Diagnostics:
 * `unknown-group`, `unknown-category`, `unknown-sublayer`, `duplicate-id`, `within-needs-features`,
 * `preset-hidden`, `file-missing`, `unknown-level`, `project-permission-without-effect`, those of
 * extents and conditions.
 */
export function resolveProjects(
  entries: readonly Config.Project[],
  context: ResolveContext,
): ResolvedProjects {
  const { nodes, things } = context;
  const taken = new Map([...things.group].map(([id, group]) => [id, nodes.get(group)!]));
  const state: CopyState = { taken, copies: new Map(), context };
  // The second of two projects with one id was reported; its copies are not reported again.
  const first = new Map(entries.toReversed().map((raw) => [raw.id, raw]));
  const resolved = entries
    .filter((raw) => first.get(raw.id) === raw)
    .flatMap((raw) => resolveProject(raw, state) ?? []);
  return {
    projects: resolved.map(({ project }) => project),
    groups: resolved.flatMap(({ copies }) => copies),
    datasets: state.copies,
  };
}

function resolveProject(
  raw: Config.Project,
  state: CopyState,
): { readonly project: Project; readonly copies: readonly Group[] } | undefined {
  const { context } = state;
  const { id, category, link, texts = [], thumbnail = null, preview } = raw;
  const extent = resolveExtent(raw.extent, { node: raw, key: 'extent' }, context);
  if (!extent) return undefined;
  const permission = resolveProjectPermission(raw, context);
  const coverage = raw.coverage ? listedCoverage(raw.coverage, context) : 'all';
  const copy = (request: CopyRequest): Member[] => {
    const group = copyGroup(request, { id, extent, coverage, permission }, state);
    return group ? [{ group, of: request.group, isCopy: true, where: [] }] : [];
  };
  const members = [
    ...clippedGroups(raw, copy, context),
    ...listedGroups(raw, { copy, permission }, context),
  ];
  reportWithoutEffect(raw, { permission, general: members.map(({ of }) => of) }, context);
  if (thumbnail !== null) reportMissingFile({ node: raw, key: 'thumbnail' }, thumbnail, context);
  if (preview) reportMissingFile({ node: raw, key: 'preview' }, preview, context);
  const filtered = members.filter(({ isCopy, where }) => !isCopy && where.length > 0);
  const project: Project = {
    id,
    aliases: raw.aliases ?? [],
    order: raw.order ?? LAST,
    name: context.texts.resolve(raw, 'name'),
    permission,
    category:
      category === undefined
        ? null
        : (lookUp('category', category, { node: raw, key: 'category' }, context) ?? null),
    texts: texts.map((text, key) => context.texts.resolveValue(text, { node: texts, key })),
    link: link ? { url: link.url, text: context.texts.resolve(link, 'text') } : null,
    extent,
    thumbnail,
    ...(preview && { preview }),
    groups: members.map(({ group }) => group),
    outline: raw.outline ? resolveProjectOutline(raw.outline, context) : null,
    filters: new Map(filtered.map(({ group, where }) => [group.id, where])),
  };
  context.nodes.set(project, raw);
  const copies = members.filter(({ isCopy }) => isCopy).map(({ group }) => group);
  return { project, copies };
}

/**
 * Resolves the level of a project: the first one, unless it declares another. If the declared level is
 * unknown, returns the highest.
 */
function resolveProjectPermission(raw: Config.Project, context: ResolveContext): Level {
  const levels = [...context.things.level.values()];
  if (raw.permission === undefined) return levels[0]!;
  const target = { node: raw, key: 'permission' };
  return lookUp('level', raw.permission, target, context) ?? levels.at(-1)!;
}

/** Warns about a permission that restricts nothing. `general`: the groups, before they are copied. */
function reportWithoutEffect(
  raw: Config.Project,
  { permission, general }: { readonly permission: Level; readonly general: readonly Group[] },
  { report, things }: ResolveContext,
): void {
  if (raw.permission !== permission.id) return;
  const needed = listedFrom(general);
  if (permission.rank > needed) return;
  const level = [...things.level.keys()][needed]!;
  const params = { project: raw.id, found: permission.id, level: needed > 0 ? level : '' };
  report.warn('project-permission-without-effect', { node: raw, key: 'permission' }, params);
}

type Copy = (request: CopyRequest) => Member[];

function clippedGroups(raw: Config.Project, copy: Copy, context: ResolveContext): Member[] {
  const { clip = [] } = raw;
  return clip.flatMap((name, key) => {
    const target = { node: clip, key };
    const group = lookUp('group', name, target, context);
    if (!group) return [];
    return copy({ group, as: `${raw.id}-${group.id}`, within: true, target });
  });
}

/** What the groups of a project depend on. */
interface ForGroups {
  readonly copy: Copy;
  /** The level that the project requires. */
  readonly permission: Level;
}

function listedGroups(raw: Config.Project, project: ForGroups, context: ResolveContext): Member[] {
  const { groups = [] } = raw;
  return groups.flatMap((item, key) => {
    if (typeof item !== 'string') return memberOf(item, project, context);
    const target = { node: groups, key };
    const group = lookUp('group', item, target, context);
    if (!group) return [];
    reportHidden(group, project.permission, target, context);
    return [{ group, of: group, isCopy: false, where: [] }];
  });
}

function memberOf(
  raw: RawMember,
  { copy, permission }: ForGroups,
  context: ResolveContext,
): Member[] {
  const target = { node: raw, key: 'use' };
  const group = lookUp('group', raw.use, target, context);
  if (!group) return [];
  const { as, sublayers } = raw;
  const where = resolveConditions(raw.where, context);
  if (as === undefined) {
    reportHidden(group, permission, target, context);
    return [{ group, of: group, isCopy: false, where }];
  }
  const name = context.texts.resolveOptional(raw, 'name');
  const within = raw.within === 'extent';
  return copy(
    present({ group, as, within, where, sublayers, name, target: { node: raw, key: 'as' } }),
  );
}
