/** Small atlases for tests: YAML on top of a minimal atlas. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  compilePublicBundles,
  compileSessionPart,
  loadAtlas,
  type AtlasModel,
  type CompileOptions,
  type ConfigFolder,
  type PublicBundle,
} from 'atlas-engine';
import {
  mergeBundles,
  type AtlasBundle,
  type BundleIndex,
  type MapState,
} from 'atlas-engine/runtime';

const BASE = new URL('cases/compile/_base/', import.meta.url);

/** The start of a top-level entry, which includes the lines indented under it. */
const ENTRIES = /^(?=[a-z-]+:)/m;

/**
 * Returns a file of the base without the entries that `yaml` sets itself. Lists remain, because the
 * files of a configuration add up their lists.
 */
function baseFile(path: string, yaml: string): ConfigFolder['files'][number] {
  const keyOf = (entry: string): string => entry.slice(0, entry.indexOf(':'));
  const own = new Set(yaml.split(ENTRIES).map(keyOf));
  const isList = (entry: string): boolean => /^.+:\n +- /.test(entry);
  const entries = readFileSync(new URL(path, BASE), 'utf8').split(ENTRIES);
  const text = entries.filter((entry) => isList(entry) || !own.has(keyOf(entry))).join('');
  return { path, text };
}

/** Files that an atlas may name; they need not exist. */
const ASSETS = ['data/a.geojson', 'data/a.pmtiles', 'icons/hut.svg', 'icons/hut-light.svg'];

/**
 * Returns a configuration folder: `base.yaml` and `theme.yaml` of the compile cases, and `yaml` as
 * another file. A single entry, such as `title` or `permissions`, of `yaml` replaces that of the
 * base; its key must begin a line. `assets` are the paths of further files, which need not exist.
 */
export function atlasFolder(yaml: string, assets: readonly string[] = []): ConfigFolder {
  return {
    files: [
      ...['base.yaml', 'theme.yaml'].map((path) => baseFile(path, yaml)),
      { path: 'atlas.yaml', text: yaml },
    ],
    assets: new Set([...ASSETS, ...assets]),
  };
}

/** An icon, because the theme names a folder of icons, which must exist. */
const ICON = {
  path: 'icons/hut.svg',
  text: '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24"/>',
};

/**
 * Writes the configuration of `atlasFolder` and one icon into a folder. Tests write their other
 * assets.
 */
export function writeAtlas(dir: string, yaml: string): void {
  for (const { path, text } of [...atlasFolder(yaml).files, ICON]) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
}

/** Loads a folder; throws its diagnostics when it has errors. */
export function loadModel(folder: ConfigFolder): AtlasModel {
  const loaded = loadAtlas(folder);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics, null, 1));
  return loaded.model;
}

/**
 * Builds the model of the minimal atlas with `yaml` added; throws its diagnostics when it has
 * errors.
 */
export function buildModel(yaml: string, assets?: readonly string[]): AtlasModel {
  return loadModel(atlasFolder(yaml, assets));
}

/** Options of a server on which every dataset has one version per level, without services. */
export const OPTIONS: Omit<CompileOptions, 'locale'> = {
  version: (dataset, level) => `${dataset}-${level}`,
  bounds: () => [1, 2, 3, 4],
  address: () => null,
  fileVersion: () => 'f1',
  hash: (text) => `h${text.length}`,
};

/** The reader of a bundle. Defaults: English, the lowest level, `OPTIONS`. */
export interface Reader {
  readonly locale?: string;
  /** Id of a level. */
  readonly level?: string;
  readonly options?: Omit<CompileOptions, 'locale'>;
}

/** Returns the public index: the part of the bundle that a page contains. */
export function indexOf(
  model: AtlasModel,
  { locale = 'en', options = OPTIONS }: Omit<Reader, 'level'> = {},
): BundleIndex {
  return publicBundle(model, locale, options).index;
}

/** Returns the complete bundle, as a browser has it after loading every part. */
export function bundleOf(model: AtlasModel, reader: Reader = {}): AtlasBundle {
  const { locale = 'en', options = OPTIONS } = reader;
  const level = model.levels.find(({ id }) => id === (reader.level ?? model.levels[0]!.id));
  if (!level) throw new Error(`The level ${reader.level} does not exist.`);
  const { index, parts } = publicBundle(model, locale, options);
  const session = compileSessionPart(model, level, index.revision, { ...options, locale });
  return mergeBundles(
    index,
    parts.map(({ part }) => part),
    session,
  );
}

function publicBundle(
  model: AtlasModel,
  locale: string,
  options: Omit<CompileOptions, 'locale'>,
): PublicBundle {
  const bundle = compilePublicBundles(model, options).byLocale[locale];
  if (!bundle) throw new Error(`The language ${locale} does not exist.`);
  return bundle;
}

/**
 * Returns the complete bundle of the minimal atlas with `yaml` added; `assets` as in `atlasFolder`.
 */
export function buildBundle(
  yaml: string,
  { assets, ...reader }: Reader & { readonly assets?: readonly string[] } = {},
): AtlasBundle {
  return bundleOf(buildModel(yaml, assets), reader);
}

/** Returns the map state with these groups visible, top first, over the base map `day`. */
export function shows(...ids: readonly string[]): MapState {
  return {
    baseLayer: 'day',
    hillshade: false,
    project: null,
    groups: ids.map((id) => ({ id, visible: true, opacity: 1 })),
  };
}
