import { fileUses, folderOf, photoRanks } from './file-uses.ts';
import { guardedFiles } from './guarded-files.ts';
import { TOOL_IDS, type ToolName } from '../bundle/tool.ts';
import type { AtlasModel, Dataset, Use } from '../model/model.ts';

/** The access rules that the server enforces for one dataset. Rank 0 is everyone. */
export interface DatasetAccess {
  readonly dataset: string;
  /** Rank Infinity: the use is not part of the consent, and nobody has it. */
  readonly rank: Readonly<Record<Use, number>>;
  readonly whenDenied: 'lock' | 'hide';
  /** The permission required for the whole dataset in one response. */
  readonly whole: 'view' | 'download';
  /** Rank required for each declared field, in the order of declaration. */
  readonly fields: readonly { readonly name: string; readonly rank: number }[];
  /** Present if the consent can end, so that answers with the dataset must not stay in caches. */
  readonly revocable?: true;
}

/** The access rules that the server enforces for one tool. */
export interface ToolAccess {
  readonly rank: number;
  readonly whenDenied: 'lock' | 'hide';
}

/** The access rules of an atlas as plain data, by name. Unknown names are denied. */
export interface Access {
  /** The permission levels, lowest first. The index is the rank. */
  readonly levels: readonly string[];
  /** For whose scoped levels it was compiled; absent for everyone. */
  readonly scopes?: string;
  readonly datasets: ReadonlyMap<string, DatasetAccess>;
  /** Dataset ids by tile name; names, aliases and dataset ids are keys. */
  readonly tiles: ReadonlyMap<string, readonly string[]>;
  readonly geojson: ReadonlyMap<string, readonly string[]>;
  readonly wms: ReadonlyMap<string, readonly string[]>;
  /** The access rules of the tools of the atlas. */
  readonly tools: ReadonlyMap<ToolName, ToolAccess>;
  /** Files of the configuration that browsers fetch, with their required rank. */
  readonly files: ReadonlyMap<string, number>;
}

/** Compiles the access rules of a model. */
export function compileAccess(model: AtlasModel): Access {
  const datasets = new Map<string, DatasetAccess>();
  const tiles = new Map<string, string[]>();
  const geojson = new Map<string, string[]>();
  const wms = new Map<string, string[]>();
  for (const dataset of model.datasets.values()) {
    datasets.set(dataset.id, accessOf(dataset));
    if (dataset.feeds.tiles) {
      const { name, aliases } = dataset.feeds.tiles;
      for (const each of [dataset.id, name, ...aliases]) add(tiles, each, dataset.id);
    }
    for (const each of dataset.feeds.geojson ? [dataset.id, dataset.feeds.geojson] : [])
      add(geojson, each, dataset.id);
    for (const each of dataset.feeds.wms ? [dataset.id, dataset.feeds.wms] : [])
      add(wms, each, dataset.id);
  }
  return {
    levels: model.levels.map(({ id }) => id),
    datasets,
    tiles,
    geojson,
    wms,
    tools: toolAccess(model),
    files: fileRanks(model),
  };
}

/** Returns the access rules without these datasets, which are then unknown. */
export function withholdFrom(access: Access, withheld: ReadonlySet<string>): Access {
  const datasets = [...access.datasets].filter(([id]) => !withheld.has(id));
  return { ...access, datasets: new Map(datasets) };
}

function toolAccess({ tools }: AtlasModel): Access['tools'] {
  return new Map(
    TOOL_IDS.flatMap((id) => {
      const level = tools[id]?.permission;
      return level ? [[id, { rank: level.rank, whenDenied: level.whenDenied }]] : [];
    }),
  );
}

function accessOf(dataset: Dataset): DatasetAccess {
  const { view, analyse, download } = dataset.permission;
  return {
    dataset: dataset.id,
    rank: { view: view.rank, analyse: analyse.rank, download: download.rank },
    whenDenied: dataset.whenDenied,
    whole: dataset.feeds.wholeGeojson,
    fields: [...dataset.fields.values()].map((field) => ({
      name: field.name,
      rank: Math.max(field.permission.rank, view.rank),
    })),
    ...(dataset.consent && { revocable: true }),
  };
}

function add(names: Map<string, string[]>, name: string, dataset: string): void {
  const known = names.get(name);
  if (!known) names.set(name, [dataset]);
  else if (!known.includes(dataset)) known.push(dataset);
}

/**
 * Returns the required rank of each file: that of its most public use, but at least that of photos
 * in the same folder. Files of restricted datasets are not served; `restricted-file-public` reports
 * other uses of them.
 */
function fileRanks(model: AtlasModel): Map<string, number> {
  const photos = photoRanks(model);
  const guarded = guardedFiles(model);
  const ranks = new Map<string, number>();
  for (const { path, rank } of fileUses(model)) {
    if (guarded.has(path)) continue;
    // A file in a folder of photos requires their rank; `file-among-photos` reports it to the
    // author.
    const least = Math.max(rank, photos.get(folderOf(path)) ?? 0);
    ranks.set(path, Math.min(least, ranks.get(path) ?? Infinity));
  }
  return ranks;
}
