import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx';
import {
  BUNDLE_FORMAT,
  mergeBundles,
  type AtlasBundle,
  type BundleCategory,
  type BundleIndex,
  type BundlePart,
  type BundleProject,
  type GroupEntry,
  type Pictures,
  type SessionPart,
  type Thumbnails,
  type ToolWords,
} from 'atlas-engine/runtime';
import { withImported } from './imported-groups.ts';
import { ImportedStore } from './imported-store.ts';
import type { ImportLimits } from './import-types.ts';
import type { FailureKind, Network, Outcome } from '../../net/http-client.ts';

/** The keys of a part and of the session part; a document without them is another one. */
const PART = { keys: ['format', 'category', 'groups', 'sources'] };
const TOOL_WORDS = { keys: ['words'] };
const THUMBNAILS = { keys: ['pictures'] };
const SESSION = { keys: ['format', 'adds', 'entries', 'groups'] };

/**
 * The loaded parts of the bundle: the public index, the requested categories and the session part.
 */
export class BundleStore {
  index: BundleIndex;
  parts: ReadonlyMap<string, BundlePart> = new Map();
  session: SessionPart | null = null;
  /** Categories that are loading, and categories that failed. */
  readonly loading = observable.set<string>();
  readonly failures = observable.map<string, FailureKind>();
  /** Whether the session part could not be loaded, so that restricted groups stay locked. */
  sessionFailed = false;
  /** The server sends a newer format than this code can read; the page must be reloaded. */
  outdated = false;
  /** Whether the words of tools are in the index. */
  hasToolWords = false;
  /** The small thumbnails of the base maps; null until they are loaded. */
  thumbnails: Pictures | null = null;
  /** The visitor's own files, which are groups of the bundle too. */
  readonly imported = new ImportedStore();
  /** Whether only what everyone may see is loaded. */
  isPublic = false;
  /** Whether the map is on a page of another site. */
  isEmbedded = false;

  private readonly network: Network;
  /** Increases with each `dropSession`, so that late responses of the session before are ignored. */
  private visit = 0;

  constructor(index: BundleIndex, network: Network) {
    this.index = index;
    this.network = network;
    makeAutoObservable<this, 'network' | 'visit'>(
      this,
      {
        visit: false,
        index: observableRef,
        parts: observableRef,
        session: observableRef,
        imported: false,
        thumbnails: observableRef,
        network: false,
      },
      { autoBind: true },
    );
  }

  /** Whether the atlas consists of files, without a server of its own. */
  get isStatic(): boolean {
    return this.index.static !== undefined;
  }

  get bundle(): AtlasBundle {
    const merged = mergeBundles(this.index, [...this.parts.values()], this.session ?? undefined);
    const shown = this.isEmbedded ? mayBeEmbedded(merged) : merged;
    return withImported(shown, this.imported.layers);
  }

  /** Limits of imported files: bytes of a file, and files in a zip. */
  get importLimits(): ImportLimits {
    const tool = this.bundle.tools.find((one) => one.id === 'import');
    return {
      shapefileBytes: tool?.maxSize ?? 5_242_880,
      bytes: tool?.maxSizeOther ?? 20_971_520,
      entries: tool?.maxEntries ?? 20,
    };
  }

  get categories(): readonly BundleCategory[] {
    return [...this.bundle.categories].sort((a, b) => a.order - b.order);
  }

  /** All groups by id and by alias. */
  get entries(): ReadonlyMap<string, { entry: GroupEntry; category: string }> {
    const entries = new Map<string, { entry: GroupEntry; category: string }>();
    for (const category of this.bundle.categories) {
      for (const entry of category.groups) {
        for (const name of [entry.id, ...(entry.aliases ?? [])]) {
          entries.set(name, { entry, category: category.id });
        }
      }
    }
    return entries;
  }

  /** All projects by id and by alias. */
  get projects(): ReadonlyMap<string, BundleProject> {
    const projects = new Map<string, BundleProject>();
    for (const project of this.bundle.projects) {
      for (const name of [project.id, ...(project.aliases ?? [])]) projects.set(name, project);
    }
    return projects;
  }

  /**
   * Returns the entry of a group that is open to the visitor; undefined for unknown and locked
   * groups.
   */
  openEntry(id: string): GroupEntry | undefined {
    const entry = this.entries.get(id)?.entry;
    return entry?.locked ? undefined : entry;
  }

  /** Loads the categories of these groups unless they are loaded. */
  async ensure(ids: readonly string[]): Promise<void> {
    const missing = new Set<string>();
    for (const id of ids) {
      const found = this.entries.get(id);
      if (!found || found.entry.locked || this.bundle.groups[found.entry.id]) continue;
      missing.add(found.category);
    }
    await Promise.all([...missing].map((category) => this.loadPart(category)));
  }

  /**
   * Computes everything that depends on the bundle again. MobX keeps the error of a computed value
   * until a value that it depends on changes.
   */
  recompute(): void {
    this.index = { ...this.index };
  }

  /**
   * Fetches the part of a category. A failure stays in `failures` until the next attempt. A `quiet`
   * attempt shows nothing until it succeeds.
   */
  async loadPart(category: string, { quiet = false } = {}): Promise<void> {
    const address = this.index.categories.find((other) => other.id === category)?.part;
    if (this.parts.has(category) || this.loading.has(category)) return;
    if (!address) {
      this.failures.set(category, 'missing');
      return;
    }
    const fresh = this.failures.get(category) === 'format';
    if (!quiet) {
      this.loading.add(category);
      this.failures.delete(category);
    }
    const outcome = await this.network.json<BundlePart>(address, { ...PART, fresh });
    runInAction(() => {
      this.loading.delete(category);
      // Another request was faster.
      if (this.parts.has(category)) return;
      // The language may have changed during the request. The part is then obsolete.
      if (this.index.categories.find((other) => other.id === category)?.part !== address) return;
      if (!outcome.ok) this.failures.set(category, outcome.failure.kind);
      else if (this.accepts(outcome.value)) {
        this.failures.delete(category);
        this.parts = new Map(this.parts).set(category, outcome.value);
      } else this.failures.set(category, 'format');
    });
  }

  /** Adds the words of tools to the index, once for each language. Throws when they cannot be loaded. */
  async loadToolWords(): Promise<void> {
    const { index } = this;
    if (this.hasToolWords) return;
    const tools = await this.requestToolWords(index);
    // Another request was faster, or the language has changed.
    if (this.hasToolWords || this.index !== index) return this.loadToolWords();
    if (!tools.ok)
      throw new Error(`The words of the tools cannot be loaded (${tools.failure.kind}).`);
    runInAction(() => {
      this.index = withToolWords(index, tools.value);
      this.hasToolWords = true;
    });
  }

  /** Fetches the small thumbnails of the base maps. If that fails, each is loaded from its address. */
  async loadThumbnails(): Promise<void> {
    if (this.thumbnails) return;
    const { thumbnails: address } = this.index;
    const loaded = address ? await this.network.json<Thumbnails>(address, THUMBNAILS) : null;
    runInAction(() => {
      this.thumbnails = loaded?.ok ? loaded.value.pictures : {};
    });
  }

  /** Returns the address of a picture: the bundle itself has small ones. */
  pictureAt(address: string): string {
    return this.bundle.pictures[address] ?? this.thumbnails?.[address] ?? address;
  }

  /**
   * Fetches the session part: the additions for the visitor's access levels. A failed request adds
   * nothing and sets `sessionFailed`. Does nothing while only what everyone may see is loaded.
   */
  async loadSession(): Promise<void> {
    if (this.isPublic) return;
    const { visit } = this;
    const { locale, revision } = this.index;
    const outcome = await this.requestSession(locale);
    if (visit !== this.visit) return;
    // The page came from a cache and the atlas has changed since.
    if (outcome.ok && outcome.value.adds !== revision && this.accepts(outcome.value)) {
      await this.setLocale(locale);
      return;
    }
    runInAction(() => {
      this.sessionFailed = !outcome.ok;
      if (locale !== this.index.locale || revision !== this.index.revision) return;
      if (outcome.ok && this.accepts(outcome.value)) this.session = outcome.value;
    });
  }

  /**
   * Loads only what everyone may see from now on, or also what the visitor may see: inside another
   * page, and until it is known who the visitor is.
   */
  setPublic(isPublic: boolean): void {
    this.isPublic = isPublic;
  }

  /** Leaves out the groups that pages of other sites may not show. */
  setEmbedded(isEmbedded: boolean): void {
    this.isEmbedded = isEmbedded;
  }

  /** Reports that the session part could not be requested. */
  failSession(): void {
    this.sessionFailed = true;
  }

  /** Removes the additions for the visitor's access levels, also those that are still loading. */
  dropSession(): void {
    this.session = null;
    this.sessionFailed = false;
    this.visit += 1;
  }

  /**
   * Loads the atlas in another language, with its parts and session, and replaces everything at
   * once. Returns false and changes nothing when the index or a part cannot be loaded. If the atlas
   * changes between two responses, all requests are repeated once (`again`); a session part that
   * still does not match is left out.
   */
  async setLocale(locale: string, again = true): Promise<boolean> {
    const { visit } = this;
    const index = await this.network.index(locale);
    if (!index.ok || !this.accepts(index.value)) return false;
    const wanted = index.value.categories.filter(({ id, part }) => part && this.parts.has(id));
    const [session, tools, ...parts] = await Promise.all([
      this.isPublic ? null : this.requestSession(locale),
      this.hasToolWords ? this.requestToolWords(index.value) : null,
      ...wanted.map(({ part }) => this.network.json<BundlePart>(part ?? '', PART)),
    ]);
    const isOwn = visit === this.visit;
    const added = isOwn && session?.ok && this.accepts(session.value) ? session.value : null;
    const changed = added !== null && added.adds !== index.value.revision;
    if (again && (changed || [...parts, tools].some(isGone))) return this.setLocale(locale, false);
    if (parts.some((part) => !part.ok) || tools?.ok === false) return false;
    runInAction(() => {
      this.index = tools ? withToolWords(index.value, tools.value) : index.value;
      this.hasToolWords = tools !== null;
      this.parts = new Map(
        parts.flatMap((part) => (part.ok ? [[part.value.category, part.value] as const] : [])),
      );
      this.session = changed ? null : added;
      this.sessionFailed = isOwn && session?.ok === false;
      this.failures.clear();
    });
    return true;
  }

  private requestSession(locale: string): Promise<Outcome<SessionPart>> {
    return this.network.json<SessionPart>(`/atlas/session.${locale}.json`, SESSION);
  }

  private requestToolWords({ toolWords }: BundleIndex): Promise<Outcome<ToolWords>> {
    return this.network.json<ToolWords>(toolWords, TOOL_WORDS);
  }

  private accepts(part: { readonly format: number }): boolean {
    if (part.format > BUNDLE_FORMAT) this.outdated = true;
    return part.format <= BUNDLE_FORMAT;
  }
}

/** Returns a bundle without the groups that pages of other sites may not show. */
function mayBeEmbedded(bundle: AtlasBundle): AtlasBundle {
  const categories = bundle.categories.map((category) => ({
    ...category,
    groups: category.groups.filter(({ notEmbedded }) => !notEmbedded),
  }));
  return { ...bundle, categories };
}

function withToolWords(index: BundleIndex, { words }: ToolWords): BundleIndex {
  return { ...index, words: { ...index.words, ...words } };
}

/**
 * Returns whether the document no longer exists. Its address contains a hash of its content, so it
 * returns 404 after the atlas has changed.
 */
function isGone(part: Outcome<unknown> | null): boolean {
  return part?.ok === false && part.failure.kind === 'missing';
}
