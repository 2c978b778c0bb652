/** Compiles a model and the state of the store to the snapshot that the server answers from. */
import { realpath } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import {
  compileAccess,
  compileAnalysis,
  compilePublicBundles,
  compileSessionParts,
  createTables,
  projectRank,
  type Access,
  type AtlasModel,
  type CompileOptions,
  type CompileTables,
  type DatasetAccess,
  type PublicBundles,
} from 'atlas-engine';
import {
  boundsOfFrame,
  mergeBundles,
  type Bounds,
  type Frame,
  type SessionPart,
} from 'atlas-engine/runtime';
import { sessionKey, type AtlasSnapshot, type ConfigFile } from '../access/atlas-snapshot.ts';
import { contentHash, encode, JSON_TYPE, type Effort, type Encoded } from '../http/encoded.ts';
import { statWithHash } from '../http/file-hash.ts';
import { isStricter } from '../access/loaded-for.ts';
import { containsMore, partOf } from '../store/data-part.ts';
import type { HealthAnswer } from 'atlas-engine/http';
import type { DatasetStatus, DatasetStore, FieldProfile } from '../store/store.ts';
import { wholeFrom } from '../store/whole-from.ts';
import { accountRules } from '../access/account-rules.ts';
import { hostsOf } from './bundle-hosts.ts';
import { findPhotos, type KnownPhotos } from './find-photos.ts';
import { pageParts } from './page-parts.ts';
import { projectFrames, type KeptOutlines } from './project-frames.ts';
import { searchCatalogue } from './search-catalogue.ts';
import { servedAreas } from './served-areas.ts';
import { serveDatasets } from './serve-datasets.ts';
import { smallPictures } from './small-pictures.ts';

export interface SnapshotInput {
  readonly model: AtlasModel;
  readonly store: Pick<DatasetStore, 'statuses' | 'page'>;
  /**
   * The tables that the check of this model has filled. If they are absent, everything is compiled
   * again.
   */
  readonly tables?: CompileTables;
  /** Folder of the configuration. */
  readonly configDir: string;
  /** Address of an outside service; null when it is switched off. */
  readonly serviceAddress: (service: string) => string | null;
  /** Origins of other hosts to which a service redirects browsers; default: none. */
  readonly serviceHosts?: (service: string) => readonly string[];
  /** The revision of the public bundle to which the session parts add; default: that of this model. */
  readonly adds?: string;
  /** Whether the documents are not compressed: an author waits for them, or they become files. */
  readonly plain?: boolean;
  /** The outlines of projects that are kept from one snapshot to the next; default: none. */
  readonly outlines?: KeptOutlines;
  /** The names of photos that are kept from one snapshot to the next; default: none. */
  readonly photos?: KnownPhotos;
}

/**
 * Builds a snapshot: bundles of all locales and levels, access, files, styles. Throws when a file
 * that the model names is not in the configuration folder.
 */
export async function buildSnapshot(input: SnapshotInput): Promise<AtlasSnapshot> {
  const { model, configDir, adds } = input;
  const access = compileAccess(model);
  const declared = declaredIn(model);
  const store = storeWithin(input.store, declared);
  const statuses = await statusesIn(store, access);
  // The store is read while the atlas is compiled.
  const known = input.photos;
  const reading = findPhotos(model, { store, configDir, access, statuses, known });
  reading.catch(() => undefined);
  const datasets = serveDatasets(model, { access, statuses });
  const files = await findFiles(access, configDir);
  const pictures = await smallPictures(files);
  const framed = await projectFrames(model, { store, access, outlines: input.outlines });
  const frames = await encodeFrames(framed);
  const options: Omit<CompileOptions, 'locale'> = {
    version: (dataset, level) => datasets.get(dataset)?.versions[level] ?? null,
    bounds: (dataset) => datasets.get(dataset)?.bounds ?? null,
    wholeFrom: (dataset, level) => wholeFrom(statuses.get(dataset), level),
    ...fieldFacts(statuses),
    address: input.serviceAddress,
    ...(input.serviceHosts && { hosts: input.serviceHosts }),
    frame: (project) => frames.get(project) ?? null,
    fileVersion: (path) => files.get(path)?.version ?? null,
    picture: (path) => pictures.get(path) ?? null,
    hash: (text) => contentHash(Buffer.from(text)),
    tables: input.tables ?? createTables(model),
  };
  const bundles = compilePublicBundles(model, options);
  const { revision, byLocale } = bundles;
  const publicDocuments = publicDocumentsOf(bundles);
  const session = model.locales.available.flatMap((locale) =>
    compileSessionParts(model, adds ?? revision, { ...options, locale }).map((document, at) => {
      const { rank } = model.levels[at]!;
      return { rank, key: sessionKey(rank, locale), locale, document };
    }),
  );
  // Other threads compress the parts.
  const [publicParts, sessionParts, photos] = await Promise.all([
    encodeAll(publicDocuments, input.plain ? 'none' : 'best'),
    // Browsers do not keep these answers, and each start encodes one for every level and language.
    encodeSession(session, input.plain ? 'none' : 'fast'),
    reading,
  ]);
  return {
    revision,
    ...declared,
    access,
    excerpts: new Map(),
    analysis: { datasets: compileAnalysis(model), timeout: model.tools.analyse?.timeout ?? 0 },
    pages: pagesOf(bundles),
    forms: formsOf(bundles, model.locales.default),
    publicParts,
    frames: servedFrames(model, frames),
    sessionParts,
    hosts: model.levels.map(({ rank }) => {
      const own = session.filter((part) => part.rank === rank).map(({ document }) => document);
      return hostsOf([...publicDocuments.map(([, document]) => document), ...own]);
    }),
    files,
    photos,
    search: catalogueOf(model, session, { byLocale, adds: adds ?? revision }),
    areas: servedAreas(model, framed),
    datasets,
    health: await encode(JSON.stringify(health(revision, access, statuses)), JSON_TYPE),
  };
}

/** Collects what a search finds from the whole bundle of each level and language. */
function catalogueOf(
  model: AtlasModel,
  session: readonly {
    readonly rank: number;
    readonly locale: string;
    readonly document: SessionPart;
  }[],
  { byLocale, adds }: Pick<PublicBundles, 'byLocale'> & { readonly adds: string },
): AtlasSnapshot['search'] {
  return searchCatalogue(model, (rank, locale) => {
    const added = session.find((part) => part.rank === rank && part.locale === locale)!;
    const { index, parts } = byLocale[locale]!;
    const loaded = parts.map(({ part }) => part);
    return mergeBundles({ ...index, revision: adds }, loaded, added.document);
  });
}

/** Returns a store in which datasets that contain more than their part count as not loaded. */
function storeWithin(
  store: SnapshotInput['store'],
  { parts }: Pick<AtlasSnapshot, 'parts'>,
): SnapshotInput['store'] {
  return {
    statuses: async () =>
      (await store.statuses()).filter(
        ({ dataset, part }) => !containsMore(part, parts.get(dataset)),
      ),
    page: (request) => store.page(request),
  };
}

/** Returns what a snapshot takes from the model alone. */
function declaredIn(
  model: AtlasModel,
): Pick<
  AtlasSnapshot,
  'title' | 'region' | 'terms' | 'downloadTool' | 'locales' | 'words' | 'accounts' | 'parts'
> {
  return {
    parts: new Map([...model.datasets].map(([id, dataset]) => [id, partOf(dataset)])),
    title: model.title,
    region: model.region.bounds,
    terms: new Map(model.terms.map((terms) => [terms.id, terms])),
    downloadTool: downloadToolOf(model),
    locales: model.locales,
    words: model.words,
    accounts: accountRules(model),
  };
}

function pagesOf({ byLocale, pages }: PublicBundles): AtlasSnapshot['pages'] {
  const all = Object.entries(byLocale).map(
    ([locale, bundle]) => [locale, pageParts(bundle, [...pages.values()])] as const,
  );
  return new Map(all);
}

function downloadToolOf({ tools, limits }: AtlasModel): AtlasSnapshot['downloadTool'] {
  return tools.download ? { ...tools.download, maxObjects: limits.downloadObjects } : null;
}

/** Returns the documents that every visitor may fetch, with their paths. */
function publicDocumentsOf({
  byLocale,
  pages,
}: PublicBundles): readonly (readonly [path: string, document: object])[] {
  const ofLocales = Object.values(byLocale).flatMap(
    ({ index, indexPath, account, toolWords, thumbnails, parts }) => [
      [indexPath, index] as const,
      [index.account.document, account] as const,
      [index.toolWords, toolWords] as const,
      ...(thumbnails ? [[thumbnails.path, thumbnails.document] as const] : []),
      ...parts.map(({ path, part }) => [path, part] as const),
    ],
  );
  return [...ofLocales, ...pages];
}

/** Returns the rules of the forms, which are the same in every language. */
function formsOf({ byLocale }: PublicBundles, locale: string): AtlasSnapshot['forms'] {
  return new Map(byLocale[locale]!.account.forms.map(({ id, schema }) => [id, schema] as const));
}

interface EncodedFrame {
  readonly path: string;
  readonly encoded: Encoded;
  /** The bounds of the outline. */
  readonly bounds: Bounds;
}

/** Encodes the frames of projects and returns them with their addresses, by project. */
async function encodeFrames(
  frames: ReadonlyMap<string, Frame>,
): Promise<ReadonlyMap<string, EncodedFrame>> {
  const encoded = [...frames].map(async ([project, frame]) => {
    const text = JSON.stringify(frame);
    const path = `/atlas/frame.${project}.${contentHash(Buffer.from(text))}.json`;
    const encoded = await encode(text, JSON_TYPE);
    return [project, { path, encoded, bounds: boundsOfFrame(frame) }] as const;
  });
  return new Map(await Promise.all(encoded));
}

function servedFrames(
  { projects }: AtlasModel,
  frames: ReadonlyMap<string, EncodedFrame>,
): AtlasSnapshot['frames'] {
  return new Map(
    projects.flatMap((project) => {
      const { path, encoded } = frames.get(project.id) ?? {};
      return path && encoded ? [[path, { rank: projectRank(project), encoded }] as const] : [];
    }),
  );
}

/** Encodes session parts and returns them by their keys. */
async function encodeSession(
  parts: readonly { readonly key: string; readonly document: SessionPart }[],
  effort: Effort,
): Promise<AtlasSnapshot['sessionParts']> {
  const encoded = await encodeAll(
    parts.map(({ key, document }) => [key, document]),
    effort,
  );
  return new Map(
    parts.map(({ key, document: { revision } }) => [key, { ...encoded.get(key)!, revision }]),
  );
}

async function encodeAll(
  documents: readonly (readonly [key: string, document: object])[],
  effort: Effort,
): Promise<Map<string, Encoded>> {
  const encoded = documents.map(
    async ([key, document]) =>
      [key, await encode(JSON.stringify(document), JSON_TYPE, { effort })] as const,
  );
  return new Map(await Promise.all(encoded));
}

/** Finds the files on disk; a link to a file outside the configuration is refused. */
async function findFiles(access: Access, configDir: string): Promise<Map<string, ConfigFile>> {
  const root = await realpath(configDir);
  const found = [...access.files.keys()].map(async (name) => {
    const path = await realpath(join(root, name));
    const inside = relative(root, path);
    if (inside === '' || inside.startsWith('..') || isAbsolute(inside)) {
      throw new Error(`The file \`${name}\` is outside the configuration folder.`);
    }
    const { hash } = await statWithHash(path);
    return [name, { path, version: hash }] as const;
  });
  return new Map(await Promise.all(found));
}

/** Returns counts of public content only. */
function health(
  revision: string,
  access: Access,
  statuses: ReadonlyMap<string, DatasetStatus>,
): Omit<HealthAnswer, 'disk'> {
  const open = [...access.datasets.values()].filter(({ rank }: DatasetAccess) => rank.view === 0);
  const counts = open.map(({ dataset }) => statuses.get(dataset)?.count ?? 0);
  return {
    status: 'ok',
    revision,
    counts: { datasets: open.length, features: counts.reduce((sum, count) => sum + count, 0) },
  };
}

/** Returns the loaded datasets by id. Data loaded for stricter levels count as not loaded. */
async function statusesIn(
  store: Pick<DatasetStore, 'statuses'>,
  access: ReturnType<typeof compileAccess>,
): Promise<ReadonlyMap<string, DatasetStatus>> {
  const loaded = (await store.statuses()).filter((status) => !isStricter(status, access, []));
  return new Map(loaded.map((status) => [status.dataset, status]));
}

/** Returns what loads have found out about the values of fields. */
function fieldFacts(
  statuses: ReadonlyMap<string, DatasetStatus>,
): Pick<CompileOptions, 'range' | 'places'> {
  const profileOf = (dataset: string, field: string) => statuses.get(dataset)?.fields[field];
  return {
    range: (dataset, field) => rangeOf(profileOf(dataset, field)),
    places: (dataset, field) => profileOf(dataset, field)?.places ?? null,
  };
}

/** Returns the least and the greatest value of a field of numbers; null for others. */
function rangeOf({ min, max }: Partial<FieldProfile> = {}): readonly [number, number] | null {
  return typeof min === 'number' && typeof max === 'number' ? [min, max] : null;
}
