/** Compiles a model and what the store knows into the snapshot that the server answers from. */
import { realpath } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import {
  compileAccess,
  compilePublicBundles,
  compileSessionPart,
  createTables,
  type Access,
  type AtlasModel,
  type CompileOptions,
  type CompileTables,
  type DatasetAccess,
} from 'atlas-engine';
import { mergeBundles, outline, type BundleIndex } from 'atlas-engine/runtime';
import {
  sessionKey,
  type AtlasSnapshot,
  type ConfigFile,
  type PageParts,
} from '../access/atlas-snapshot.ts';
import { contentHash, encode, JSON_TYPE, type Encoded } from '../http/encoded.ts';
import { statWithHash } from '../http/file-hash.ts';
import { isStricter } from '../access/loaded-for.ts';
import type { DatasetStatus, DatasetStore } from '../store/store.ts';
import { hostsOf } from './bundle-hosts.ts';
import { findPhotos } from './find-photos.ts';
import { searchCatalogue } from './search-catalogue.ts';
import { serveDatasets } from './serve-datasets.ts';

export interface SnapshotInput {
  readonly model: AtlasModel;
  readonly store: Pick<DatasetStore, 'statuses' | 'page'>;
  /** What the check of this model has compiled; absent: it is compiled anew. */
  readonly tables?: CompileTables;
  /** Folder of the configuration. */
  readonly configDir: string;
  /** Address of an outside service; null when it is switched off. */
  readonly serviceAddress: (service: string) => string | null;
  /** Origins of further hosts a service leads browsers to; none when absent. */
  readonly serviceHosts?: (service: string) => readonly string[];
}

/**
 * Builds a snapshot: bundles of all locales and levels, access, files, styles. Throws when a file
 * that the model names is not in the folder of the configuration.
 */
export async function buildSnapshot(input: SnapshotInput): Promise<AtlasSnapshot> {
  const { model, store, configDir } = input;
  const access = compileAccess(model);
  // What was loaded for stricter levels is to this model as if it were not loaded.
  const loaded = (await store.statuses()).filter((status) => !isStricter(status, access, []));
  const statuses = new Map(loaded.map((status) => [status.dataset, status]));
  const datasets = serveDatasets(model, { access, statuses });
  const files = await findFiles(access, configDir);
  const options: Omit<CompileOptions, 'locale'> = {
    version: (dataset, level) => datasets.get(dataset)?.versions[level] ?? null,
    bounds: (dataset) => datasets.get(dataset)?.bounds ?? null,
    address: input.serviceAddress,
    ...(input.serviceHosts && { hosts: input.serviceHosts }),
    fileVersion: (path) => files.get(path)?.version ?? null,
    hash: (text) => contentHash(Buffer.from(text)),
    tables: input.tables ?? createTables(model),
  };
  const { revision, byLocale } = compilePublicBundles(model, options);
  const publicDocuments = Object.values(byLocale).flatMap(({ index, indexPath, parts }) => [
    { path: indexPath, document: index as object },
    ...parts.map(({ path, part }) => ({ path, document: part as object })),
  ]);
  const session = model.levels.flatMap((level) =>
    model.locales.available.map((locale) => ({
      rank: level.rank,
      key: sessionKey(level.rank, locale),
      locale,
      document: compileSessionPart(model, level, revision, { ...options, locale }),
    })),
  );
  const open = publicDocuments.map(({ document }) => document);
  // Packing is done by other threads, so the store is asked meanwhile.
  const [publicParts, sessionParts, photos] = await Promise.all([
    encodeAll(
      publicDocuments.map(({ path, document }) => [path, document]),
      { best: true },
    ),
    encodeAll(
      session.map(({ key, document }) => [key, document]),
      // Nobody keeps them, and each start makes one for every level and language.
      { best: false },
    ),
    findPhotos(model, { store, configDir, access, statuses }),
  ]);
  return {
    revision,
    locales: model.locales,
    access,
    pages: new Map(
      Object.entries(byLocale).map(([locale, { index }]) => [locale, pageParts(index)]),
    ),
    publicParts,
    sessionParts,
    hosts: model.levels.map(({ rank }) => {
      const own = session.filter((part) => part.rank === rank).map(({ document }) => document);
      return hostsOf([...open, ...own]);
    }),
    files,
    photos,
    search: searchCatalogue(model, (rank, locale) => {
      const added = session.find((part) => part.rank === rank && part.locale === locale)!;
      return mergeBundles(byLocale[locale]!.index, [], added.document);
    }),
    datasets,
    health: await encode(JSON.stringify(health(revision, access, statuses)), JSON_TYPE),
  };
}

function pageParts(index: BundleIndex): PageParts {
  return {
    locale: index.locale,
    title: index.title,
    attribution: index.attribution,
    outline: outline(index),
    index: JSON.stringify(index),
  };
}

async function encodeAll(
  documents: readonly (readonly [key: string, document: object])[],
  quality: { readonly best: boolean },
): Promise<Map<string, Encoded>> {
  const encoded = documents.map(
    async ([key, document]) =>
      [key, await encode(JSON.stringify(document), JSON_TYPE, quality)] as const,
  );
  return new Map(await Promise.all(encoded));
}

/** Finds the files on the disk; a link that leads out of the configuration is refused. */
async function findFiles(access: Access, configDir: string): Promise<Map<string, ConfigFile>> {
  const root = await realpath(configDir);
  const found = [...access.files.keys()].map(async (name) => {
    const path = await realpath(join(root, name));
    const inside = relative(root, path);
    if (inside === '' || inside.startsWith('..') || isAbsolute(inside)) {
      throw new Error(`The file \`${name}\` lies outside the folder of the configuration.`);
    }
    const { hash } = await statWithHash(path);
    return [name, { path, version: hash }] as const;
  });
  return new Map(await Promise.all(found));
}

/** Counts of what everyone may see, and of nothing else. */
function health(
  revision: string,
  access: Access,
  statuses: ReadonlyMap<string, DatasetStatus>,
): object {
  const open = [...access.datasets.values()].filter(({ rank }: DatasetAccess) => rank.view === 0);
  const counts = open.map(({ dataset }) => statuses.get(dataset)?.count ?? 0);
  return {
    status: 'ok',
    revision,
    counts: { datasets: open.length, features: counts.reduce((sum, count) => sum + count, 0) },
  };
}
