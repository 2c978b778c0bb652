import { projectRank } from './project-rank.ts';
import type { BrandPicture } from '../model/brand-picture.ts';
import type { AtlasModel, LegendMode, Source, Sublayer } from '../model/model.ts';
import { pictureUses } from './picture-uses.ts';

/** A use of a configuration file in the model. */
export interface FileUse {
  /** Path of the file in the configuration. */
  readonly path: string;
  /** The lowest rank of visitors that receive the file; 0 means everyone. */
  readonly rank: number;
  /** The object that names the file, and its key. */
  readonly owner: object;
  readonly key: string;
}

/** Returns every use of every file that browsers fetch: archives, images and icons. */
export function fileUses(model: AtlasModel): FileUse[] {
  const uses: FileUse[] = [];
  const add = (path: string | null | undefined, rank: number, owner: object, key: string): void => {
    if (path !== null && path !== undefined) uses.push({ path, rank, owner, key });
  };
  const addSource = (source: Source, rank: number): void => {
    add(source.file, rank, source, 'file');
    if (source.fallback) addSource(source.fallback, rank);
  };
  const addLegend = (legend: LegendMode, rank: number, owner: object): void => {
    if (legend.kind === 'image')
      for (const path of new Set(Object.values(legend.image))) add(path, rank, owner, 'legend');
  };
  const addSublayer = (sublayer: Sublayer, rank: number): void => {
    const { source } = sublayer;
    if (source.kind === 'source') addSource(source.source, rank);
    addLegend(sublayer.legend, rank, sublayer);
    for (const { path, owner, key } of pictureUses(sublayer)) add(path, rank, owner, key);
  };
  for (const base of model.baseLayers) {
    add(base.thumbnail, 0, base, 'thumbnail');
    if (base.style) addSource(base.style, 0);
    for (const sublayer of base.sublayers) addSublayer(sublayer, 0);
  }
  if (model.hillshade) addSource(model.hillshade.source, 0);
  for (const group of model.groups) {
    addLegend(group.legend, group.permission.rank, group);
    for (const sublayer of group.sublayers) addSublayer(sublayer, group.permission.rank);
  }
  add(model.homePreview ?? null, 0, model.home, 'preview');
  for (const picture of brandPictures(model)) add(picture.path, 0, picture, picture.key);
  for (const project of model.projects) {
    const rank = projectRank(project);
    add(project.thumbnail, rank, project, 'thumbnail');
    add(project.preview ?? null, rank, project, 'preview');
  }
  for (const dataset of model.datasets.values()) {
    const { driver, permission, fields } = dataset;
    const ranks = [...fields.values()].map((field) => field.permission.rank);
    const file = 'file' in driver ? driver.file : null;
    add(file, Math.max(permission.view.rank, ...ranks), dataset, 'driver');
  }
  return uses;
}

/** Returns the pictures that stand for the atlas as a whole, each once. */
export function brandPictures({ logo, favicon }: AtlasModel): readonly BrandPicture[] {
  return [...new Set([logo?.light, logo?.dark, favicon])].filter((each) => each !== undefined);
}

/**
 * Returns the rank required for the photos of each folder: the strictest of the fields that name
 * it.
 */
export function photoRanks(model: AtlasModel): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>();
  for (const dataset of model.datasets.values())
    for (const { folder, permission } of dataset.fields.values())
      if (folder !== undefined)
        ranks.set(folder, Math.max(ranks.get(folder) ?? 0, permission.rank));
  return ranks;
}

/** Returns the folder of a file; empty at the top level. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
