/** Compiles what a level sees in addition to everyone. */
import { compileProjects, compileView, gather, hasProjects } from './compile-bundle.ts';
import type { CompiledGroup } from './compile-group.ts';
import { compileContext, type CompileOptions } from './compile-options.ts';
import { createTables } from './compile-tables.ts';
import { compileTools } from './compile-tools.ts';
import {
  BUNDLE_FORMAT,
  type BundleIndex,
  type BundleProject,
  type GroupEntry,
  type SessionPart,
} from '../bundle/bundle.ts';
import type { AtlasModel, Level } from '../model/model.ts';

/**
 * Compiles the additions for a level: entries, groups, sources and projects that differ from the
 * public ones. It is empty for the lowest level.
 */
export function compileSessionPart(
  model: AtlasModel,
  level: Level,
  revision: string,
  options: CompileOptions,
): SessionPart {
  const shared = withTables(model, options);
  const [open] = model.levels;
  return addTo(sideOf(model, open!, shared), { model, level, revision, options: shared });
}

/** Compiles the additions for every level, lowest first. What everyone sees is compiled once. */
export function compileSessionParts(
  model: AtlasModel,
  revision: string,
  options: CompileOptions,
): readonly SessionPart[] {
  const shared = withTables(model, options);
  const open = sideOf(model, model.levels[0]!, shared);
  return model.levels.map((level) => addTo(open, { model, level, revision, options: shared }));
}

function withTables(model: AtlasModel, options: CompileOptions): CompileOptions {
  return { ...options, tables: options.tables ?? createTables(model) };
}

/** What a level sees, with the text of each thing, by which two levels are compared. */
interface Side {
  readonly level: Level;
  readonly entries: ReadonlyMap<string, Written<readonly [category: string, entry: GroupEntry]>>;
  readonly groups: ReadonlyMap<string, Written<CompiledGroup>>;
  readonly projects: ReadonlyMap<string, Written<BundleProject>>;
  readonly tools: Written<BundleIndex['tools']>;
  /** Ids of the categories that contain a group or a project. */
  readonly categories: ReadonlySet<string>;
}

interface Written<T> {
  readonly value: T;
  readonly text: string;
}

function written<T>(value: T): Written<T> {
  return { value, text: JSON.stringify(value) };
}

function sideOf(model: AtlasModel, level: Level, options: CompileOptions): Side {
  const { entries, groups } = compileView(model, level, options);
  const projects = compileProjects(model, level, options);
  return {
    level,
    entries: new Map(entries.map((one) => [one[1].id, written(one)])),
    groups: new Map([...groups].map(([id, group]) => [id, written(group)])),
    projects: new Map(projects.map((project) => [project.id, written(project)])),
    tools: written(compileTools(model.tools, compileContext(model, level, options))),
    categories: new Set([
      ...entries.map(([category]) => category),
      ...model.categories.map(({ id }) => id).filter((id) => hasProjects(id, model, level)),
    ]),
  };
}

function addTo(
  open: Side,
  {
    model,
    level,
    revision,
    options,
  }: {
    readonly model: AtlasModel;
    readonly level: Level;
    readonly revision: string;
    readonly options: CompileOptions;
  },
): SessionPart {
  const { locale } = options;
  const own = level === open.level ? open : sideOf(model, level, options);
  const part: Omit<SessionPart, 'revision'> = {
    format: BUNDLE_FORMAT,
    adds: revision,
    levels: model.levels.filter(({ rank }) => rank <= level.rank).map(({ id }) => id),
    entries: differing(own.entries, open.entries).map(([category, entry]) => ({ category, entry })),
    categories: model.categories
      .filter(({ id }) => own.categories.has(id) && !open.categories.has(id))
      .map(({ id, name, order }) => ({ id, name: name[locale]!, order })),
    ...gather(differing(own.groups, open.groups)),
    projects: differing(own.projects, open.projects),
    ...(own.tools.text !== open.tools.text && { tools: own.tools.value }),
  };
  return { ...part, revision: options.hash(JSON.stringify(part)) };
}

/** Returns the things that the other side does not have, or has otherwise. */
function differing<T>(
  own: ReadonlyMap<string, Written<T>>,
  open: ReadonlyMap<string, Written<T>>,
): readonly T[] {
  return [...own]
    .filter(([id, { text }]) => open.get(id)?.text !== text)
    .map(([, one]) => one.value);
}
