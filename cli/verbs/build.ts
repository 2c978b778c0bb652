import {
  outline,
  siteAddress,
  siteIndex,
  type BundleIndex,
  type BundlePart,
  type BundleSource,
  type ToolWords,
} from 'atlas-engine/runtime';
import type { AtlasSnapshot } from '../../server/access/atlas-snapshot.ts';
import { readBuiltApp } from '../../server/routes/assets/built-app.ts';
import { appDir as builtApp } from '../../host/common/app-dir.ts';
import { printResult, type CommandIo, type ExitCode } from '../../host/common/command.ts';
import { recordOf } from '../../host/config/published.ts';
import { leftOutOf, restrictedIn } from '../site/left-out.ts';
import { openPublic, type PublicServer } from '../site/open-public.ts';
import {
  datasetsOfGroups,
  filesIn,
  relative,
  siteBundleIndex,
  siteBundlePart,
} from '../site/site-bundle.ts';
import { SiteFolder } from '../site/site-folder.ts';
import { sitePage } from '../site/site-page.ts';
import { answerOf, writeDetails, writeSource } from '../site/site-tiles.ts';

interface BuildOptions {
  readonly config: string;
  readonly out: string;
  /** The file that records what is published; without it, the record of the configuration. */
  readonly record?: string;
  /** The folder of the built application, for tests. */
  readonly appDir?: string;
}

/**
 * Writes the public atlas as a static site: the answers that a server gives to everyone, as files with
 * relative addresses. Data that may not be published are left out, and their groups are locked.
 */
export async function build(options: BuildOptions, io: CommandIo): Promise<ExitCode> {
  const appDir = options.appDir ?? builtApp();
  const folder = await SiteFolder.open(options.out);
  try {
    const server = await openPublic({ config: options.config, appDir }, io);
    if (!server) return 1;
    try {
      const record = options.record ?? recordOf(options.config);
      const site = await writeSite({ server, folder, record, appDir }, io);
      printResult(
        io,
        { out: options.out, files: folder.count, bytes: folder.bytes, ...site },
        lastLines(options.out, folder),
      );
      return 0;
    } finally {
      await server.close();
    }
  } finally {
    await folder.discard();
  }
}

function lastLines(out: string, { count, bytes }: SiteFolder): string {
  return [
    `${out}: ${count} files, ${(bytes / 1_000_000).toFixed(1)} MB.`,
    `Copy this folder to any web server, into any folder of its site. To see it here: npx --yes serve ${out}`,
  ].join('\n');
}

interface Writing {
  readonly server: PublicServer;
  readonly folder: SiteFolder;
  readonly record: string;
  readonly appDir: string;
}

/** What people must know of a site: what is not part of it, and why. */
interface SiteReport {
  readonly leftOut: Readonly<Record<string, string>>;
  readonly locked: readonly string[];
}

/** The public bundle in one language. */
interface Spoken {
  readonly locale: string;
  readonly index: BundleIndex;
  readonly parts: ReadonlyMap<string, BundlePart>;
}

async function writeSite(work: Writing, io: CommandIo): Promise<SiteReport> {
  const { server, folder } = work;
  const { app, model, access } = server;
  const reasons = leftOutOf(model, access);
  // From here on the server answers as if these datasets did not exist.
  app.withhold(new Set(reasons.keys()));
  const snapshot = app.currentSnapshot();
  const spoken = await Promise.all(
    snapshot.locales.available.map((locale) => readBundle(server, snapshot, locale)),
  );
  const [first] = spoken;
  const documents = [first!.index, ...first!.parts.values()];
  const used = datasetsOfGroups(documents);
  const locked = new Set(
    [...used].flatMap(([id, ids]) => ([...ids].some((one) => reasons.has(one)) ? [id] : [])),
  );
  for (const [id, why] of reasons) io.err(`Left out: ${id}, because ${why}.`);
  const restricted = restrictedIn(model);
  if (restricted.length > 0)
    io.err(`Left out, because not everyone may see them: ${restricted.join(', ')}.`);
  const leftOut: ReadonlySet<string> = new Set(reasons.keys());
  const sources = await writeSources(documents, { work, leftOut, io });
  const details = await writeAllDetails(documents, { work, leftOut, locked });
  const content = { leftOut, locked, sources, details };
  const pages = new Map(snapshot.pages);
  for (const { locale, index, parts } of spoken) {
    const tools = JSON.parse(String(await answerOf(server, index.toolWords))) as ToolWords;
    const own = siteBundleIndex(index, { ...content, words: tools.words });
    pages.set(locale, {
      ...pages.get(locale)!,
      index: JSON.stringify(own),
      outline: outline(own),
    });
    await folder.write(siteIndex(locale), JSON.stringify(own));
    for (const [address, document] of parts)
      await writeDocument(siteAddress(address), siteBundlePart(document, content), work);
    await writeFiles(own, work);
    for (const list of ['places', 'keywords']) {
      const address = `/api/${list}?locale=${locale}`;
      await folder.write(siteAddress(address), await answerOf(server, address));
    }
  }
  await writePhotos(snapshot, leftOut, work);
  await writeApp({ ...snapshot, pages }, work);
  const why = Object.fromEntries(reasons);
  await folder.finish({
    atlas: model.id,
    revision: snapshot.revision,
    locked: lockedOf(locked, used, reasons),
  });
  return { leftOut: why, locked: [...locked] };
}

function lockedOf(
  locked: ReadonlySet<string>,
  used: ReadonlyMap<string, ReadonlySet<string>>,
  reasons: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  const whyOf = (group: string): string =>
    [...used.get(group)!]
      .flatMap((id) => (reasons.has(id) ? `${id}: ${reasons.get(id)}` : []))
      .join('; ');
  return Object.fromEntries([...locked].map((group) => [group, whyOf(group)]));
}

async function readBundle(
  server: PublicServer,
  { pages }: AtlasSnapshot,
  locale: string,
): Promise<Spoken> {
  const index = JSON.parse(pages.get(locale)!.index) as BundleIndex;
  const parts = new Map<string, BundlePart>();
  for (const { part } of index.categories)
    if (part !== undefined)
      parts.set(part, JSON.parse(String(await answerOf(server, part))) as BundlePart);
  return { locale, index, parts };
}

/** Writes the data of all sources once, and returns the sources of the site. */
async function writeSources(
  documents: readonly Pick<BundlePart, 'sources'>[],
  { work, leftOut, io }: { work: Writing; leftOut: ReadonlySet<string>; io: CommandIo },
): Promise<ReadonlyMap<string, BundleSource>> {
  const all = new Map(documents.flatMap(({ sources }) => Object.entries(sources)));
  const open = [...all].filter(([, { dataset }]) => dataset !== undefined && !leftOut.has(dataset));
  const written = new Map<string, BundleSource>();
  for (const [id, source] of open) {
    const before = work.folder.bytes;
    written.set(id, await writeSource(source, work));
    const kilobytes = ((work.folder.bytes - before) / 1000).toFixed(0);
    io.err(`${id}: ${kilobytes} kB (${written.size} of ${open.length})`);
  }
  return written;
}

/** Writes the attributes that tiles do not have, of the datasets whose popups show them. */
async function writeAllDetails(
  documents: readonly Pick<BundlePart, 'groups' | 'sources'>[],
  options: { work: Writing; leftOut: ReadonlySet<string>; locked: ReadonlySet<string> },
): Promise<Readonly<Record<string, number>>> {
  const sources = Object.assign(
    {},
    ...documents.map((one) => one.sources),
  ) as BundlePart['sources'];
  const wanted = new Set<string>();
  for (const { groups } of documents)
    for (const { id, popup, sublayers } of Object.values(groups))
      for (const sublayer of sublayers) {
        const { dataset } = sources[sublayer.source ?? ''] ?? {};
        const isMore = (sublayer.popup ?? popup)?.details === true;
        if (isMore && dataset !== undefined && !options.locked.has(id)) wanted.add(dataset);
      }
  const counts: Record<string, number> = {};
  for (const dataset of wanted) counts[dataset] = await writeDetails(dataset, options.work);
  return counts;
}

/** Writes the files that a document names, and those that they name. */
async function writeFiles(document: unknown, work: Writing): Promise<void> {
  const { server, folder } = work;
  for (const address of new Set(filesIn(document))) {
    if (folder.has(address)) continue;
    const answer = await answerOf(server, address.slice(1));
    if (/\.json(?:\?|$)/.test(address))
      await writeDocument(address, JSON.parse(String(answer)), work);
    else await folder.write(address, answer);
  }
}

async function writeDocument(address: string, document: unknown, work: Writing): Promise<void> {
  const own = relative(document);
  await work.folder.write(address, JSON.stringify(own));
  await writeFiles(own, work);
}

/** Writes the photographs of features. */
async function writePhotos(
  { photos }: AtlasSnapshot,
  leftOut: ReadonlySet<string>,
  { server, folder }: Writing,
): Promise<void> {
  for (const [dataset, fields] of photos)
    for (const [field, files] of leftOut.has(dataset) ? [] : fields)
      for (const file of files.keys()) {
        const address = `/api/photos/${[dataset, field, file].map(encodeURIComponent).join('/')}`;
        const { statusCode, rawPayload } = await server.app.inject({ url: address });
        // A field may have a permission of its own.
        if (statusCode === 200) await folder.write(siteAddress(address), rawPayload);
      }
}

/** Writes the application and its page, in the language for visitors whose language is unknown. */
async function writeApp(
  snapshot: AtlasSnapshot,
  { server, folder, appDir }: Writing,
): Promise<void> {
  for (const [address, { identity }] of readBuiltApp(appDir).assets)
    await folder.write(address.replace('/assets/atlas-map.js', '/atlas-map.js'), identity);
  server.app.replaceSnapshot(snapshot);
  const { locales, hosts } = snapshot;
  const page = await answerOf(server, `/?lang=${encodeURIComponent(locales.session)}`);
  await folder.write('./index.html', sitePage(String(page), hosts[0] ?? []));
}
