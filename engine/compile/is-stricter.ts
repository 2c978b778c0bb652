import { areImplied } from '../model/implied.ts';
import { isWithin } from '../basics/bounds.ts';
import type { AtlasModel, Dataset, Group } from '../model/model.ts';
import { projectRank } from './project-rank.ts';
import { compileAccess, type Access, type DatasetAccess } from './server-access.ts';

/**
 * What each thing of an atlas requires of its readers, by a name that is unique in the atlas. Higher
 * numbers are stricter; a missing name is the strictest.
 */
type Requirements = ReadonlyMap<string, number>;

/**
 * Returns whether a model is stricter than another anywhere: a higher level, a thing that is hidden
 * instead of locked, fewer features of a dataset, or a thing that it no longer has. Levels are
 * compared by rank, so any change of their order counts as stricter.
 */
export function isStricterModel(next: AtlasModel, served: AtlasModel): boolean {
  const required = requirementsOf(next);
  for (const [thing, rank] of requirementsOf(served))
    if ((required.get(thing) ?? Infinity) > rank) return true;
  return [...served.datasets.values()].some((dataset) => {
    const now = next.datasets.get(dataset.id);
    return now !== undefined && hasFewer(now, dataset);
  });
}

/** Returns whether a dataset may leave out features that it had. */
function hasFewer(next: Dataset, served: Dataset): boolean {
  if (!areImplied(next.only, served.only)) return true;
  return (
    next.within !== undefined &&
    !isWithin(served.within?.bounds ?? next.within.bounds, next.within.bounds)
  );
}

function requirementsOf(model: AtlasModel): Requirements {
  const access = compileAccess(model);
  return new Map<string, number>([
    ...model.levels.flatMap(({ id, rank, whenDenied, granted }): [string, number][] => [
      [`level ${id}`, rank],
      [`level ${id} hidden`, Number(whenDenied === 'hide')],
      [`level ${id} granted`, Number(granted === 'by-operator')],
    ]),
    ...[...access.datasets.values()].flatMap(ofAccess),
    ...[...model.datasets.values()].flatMap(ofFeeds),
    ...(['tiles', 'geojson', 'wms'] as const).flatMap((feed) => ofNames(feed, access)),
    ...[...access.tools].flatMap(([id, { rank, whenDenied }]): [string, number][] => [
      [`tool ${id}`, rank],
      [`tool ${id} hidden`, Number(whenDenied === 'hide')],
    ]),
    ...[...access.files].map(([path, rank]): [string, number] => [`file ${path}`, rank]),
    ...model.groups.flatMap(ofGroup),
    ...model.projects.map((project): [string, number] => [
      `project ${project.id}`,
      projectRank(project),
    ]),
    ...model.pages.map(({ id }): [string, number] => [`page ${id}`, 0]),
  ]);
}

function ofAccess({ dataset, rank, whole, whenDenied, fields }: DatasetAccess): [string, number][] {
  const name = `dataset ${dataset}`;
  return [
    ...Object.entries(rank).map(([use, needed]): [string, number] => [`${name} ${use}`, needed]),
    [`${name} whole`, Math.max(rank.view, rank[whole])],
    [`${name} hidden`, Number(whenDenied === 'hide')],
    ...fields.map((field): [string, number] => [`${name} field ${field.name}`, field.rank]),
  ];
}

/** Returns the things that a dataset offers beside its feeds with names of their own. */
function ofFeeds({ id, feeds, fields }: Dataset): [string, number][] {
  const photos = [...fields.values()].filter(({ folder }) => folder !== undefined);
  const offered = [
    ...(feeds.analysis ? ['analysis'] : []),
    ...(feeds.download ? ['download'] : []),
    ...(feeds.areas ? ['areas'] : []),
    ...(feeds.search?.fields ?? []).map((field) => `search ${field}`),
    ...photos.map(({ name, folder }) => `photos ${name} ${folder}`),
  ];
  return offered.map((what) => [`feed ${id} ${what}`, 0]);
}

function ofNames(feed: 'tiles' | 'geojson' | 'wms', access: Access): [string, number][] {
  return [...access[feed]].flatMap(([name, datasets]) =>
    datasets.map((dataset): [string, number] => [`${feed} ${name} ${dataset}`, 0]),
  );
}

function ofGroup({ id, permission, whenDenied, sublayers, project }: Group): [string, number][] {
  const name = `group ${project ?? ''} ${id}`;
  return [
    [name, permission.rank],
    [`${name} hidden`, Number(whenDenied === 'hide')],
    ...sublayers.map((sublayer): [string, number] => [`${name} sublayer ${sublayer.id}`, 0]),
  ];
}
