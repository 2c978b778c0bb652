import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  applyConsents,
  compileAccess,
  type Access,
  type AtlasModel,
  type Dataset,
} from 'atlas-engine';
import { ANONYMOUS } from '../../server/access/asker.ts';
import { decide, type AllowedCut } from '../../server/access/policies.ts';
import { openStore } from '../../server/store/open-store.ts';
import { writeArchive, type ArchiveEntry, type OpenDataset } from '../tiles/write-archive.ts';
import { recordOf } from '../../host/config/published.ts';
import { readConsents } from '../../host/load/read-consents.ts';
import {
  printResult,
  UsageError,
  type CommandIo,
  type ExitCode,
} from '../../host/common/command.ts';
import { loadAll } from '../../host/load/load-all.ts';
import { placeOf } from '../../host/load/store-place.ts';
import { printLoads } from '../../host/load/load-reporter.ts';
import { openValid, pick } from '../../host/config/valid-config.ts';

/** The content of `manifest.json` in the folder of archives. */
export interface TilesManifest {
  readonly format: 1;
  readonly atlas: string;
  /** The archives, sorted by dataset id. */
  readonly archives: readonly ArchiveEntry[];
}

/** The options of `atlas tiles`. */
interface TilesOptions {
  readonly config: string;
  readonly datasets: readonly string[];
  readonly out: string;
  /** The file that records what is published; without it, the record of the configuration. */
  readonly record?: string;
}

/**
 * Writes the tiles of the named datasets, or of all that everyone may download, as PMTiles archives
 * with a manifest. Each archive is recorded before it is written.
 */
export async function tiles(options: TilesOptions, io: CommandIo): Promise<ExitCode> {
  const config = await openValid(options.config, io);
  if (!config) return 1;
  const { model } = config.atlas;
  const access = compileAccess(applyConsents(model, await readConsents(io.env)));
  const open = chooseOpen(options.datasets, { model, access }, io);
  const store = await openStore(placeOf(io.env, 'tool'), io.err);
  const record = options.record ?? recordOf(options.config);
  try {
    const datasets = open.map(({ dataset }) => dataset);
    if (
      await loadAll(datasets, { model, inputs: config.inputs, store, reporter: printLoads(io.err) })
    )
      return 1;
    await mkdir(options.out, { recursive: true });
    const written: ArchiveEntry[] = [];
    const lines: string[] = [];
    for (const one of open) {
      const entry = await writeArchive(one, { model, store, out: options.out, record });
      if (entry) written.push(entry);
      lines.push(
        entry ? lineOf(entry) : `${one.dataset.id}: nothing to publish, it has no features`,
      );
    }
    await writeManifest(options.out, model.id, written);
    if (written.length > 0) lines.push(recordLine(record, options));
    printResult(io, { archives: written, record }, lines.join('\n'));
  } finally {
    await store.close();
  }
  return 0;
}

/**
 * Returns the named datasets, or all that may be published; says which are left out. Throws
 * `UsageError` if a named one may not be published.
 */
function chooseOpen(
  ids: readonly string[],
  { model, access }: { readonly model: AtlasModel; readonly access: Access },
  io: Pick<CommandIo, 'err'>,
): OpenDataset[] {
  const chosen = ids.map((id) => pick(model.datasets, id, 'dataset'));
  const all = chosen.length > 0 ? chosen : [...model.datasets.values()];
  const open: OpenDataset[] = [];
  const restricted: string[] = [];
  for (const dataset of all) {
    const cut = openCut(dataset, access);
    if (cut) open.push({ dataset, cut });
    else if (chosen.length > 0) throw new UsageError(refusalOf(dataset, { model, access }));
    else if (hasTiles(dataset)) restricted.push(dataset.id);
  }
  if (restricted.length > 0)
    io.err(`Left out, because not everyone may download them: ${restricted.join(', ')}.`);
  return open;
}

/** Copies of projects have tiles on the map, but are published with their dataset. */
function hasTiles({ feeds, within }: Dataset): boolean {
  return feeds.tiles !== null && !within;
}

/**
 * Returns the part of a dataset that everyone may see; null unless everyone may download the
 * dataset, because an archive is a download, and unless its consent includes archives.
 */
function openCut(dataset: Dataset, access: Access): AllowedCut | null {
  if (!hasTiles(dataset) || dataset.consent?.uses.has('publish') === false) return null;
  const decision = decide(access, ANONYMOUS, { dataset: dataset.id, use: 'download' });
  return decision.allow ? decision : null;
}

/** Says why a dataset may not be published, and what to do. */
function refusalOf(
  dataset: Dataset,
  { model: { levels }, access }: { readonly model: AtlasModel; readonly access: Access },
): string {
  const { consent, id, permission } = dataset;
  if (!hasTiles(dataset)) return `The dataset \`${id}\` is not published: it has no tiles.`;
  if (!access.datasets.has(id))
    return `The dataset \`${id}\` is not published: the consent to it has ended.`;
  const lacking = (['publish', 'download'] as const).find(
    (use) => !(consent?.uses.has(use) ?? true),
  );
  if (lacking)
    return `The dataset \`${id}\` is not published: the \`uses\` of its consent do not include \`${lacking}\`.`;
  const use = permission.view.rank > 0 ? 'view' : 'download';
  const everyone = levels[0]!.id;
  return `The dataset \`${id}\` is not published: an archive is a download for everyone, but to ${use} this dataset requires \`${permission[use].id}\`. If everyone may have the whole dataset, write \`permission: ${everyone}\` in it.`;
}

/**
 * Adds the archives to the manifest; archives of earlier runs stay in the manifest, unless they
 * were written again.
 */
async function writeManifest(
  out: string,
  atlas: string,
  written: readonly ArchiveEntry[],
): Promise<void> {
  const path = join(out, 'manifest.json');
  const earlier = await readFile(path, 'utf8').then(
    (text) => JSON.parse(text) as TilesManifest,
    () => null,
  );
  const again = new Set(written.map(({ dataset }) => dataset));
  const kept = (earlier?.archives ?? []).filter(({ dataset }) => !again.has(dataset));
  const archives = [...kept, ...written].sort((a, b) => (a.dataset < b.dataset ? -1 : 1));
  const manifest: TilesManifest = { format: 1, atlas, archives };
  await writeFile(`${path}.part`, `${JSON.stringify(manifest, null, 2)}\n`);
  await rename(`${path}.part`, path);
}

function lineOf({ file, tiles: count, bytes, minzoom, maxzoom }: ArchiveEntry): string {
  return `${file}: ${count} tiles, zooms ${minzoom} to ${maxzoom}, ${(bytes / 1000).toFixed(0)} kB`;
}

/** Says where the archives are recorded, and whether `check` reads that file. */
function recordLine(record: string, { config }: TilesOptions): string {
  const usual = recordOf(config);
  const line = `Recorded in ${record}.`;
  if (resolve(record) === resolve(usual)) return line;
  return `${line} \`atlas check\` reads only ${usual}.`;
}
