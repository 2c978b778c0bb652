/** Small atlases for tests, written as YAML over the least an atlas needs. */
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

/** A top-level entry with its key and all that is indented under it. */
const ENTRIES = /^(?=[a-z-]+:)/m;

/** A file of the base without what `yaml` sets itself. All files add to lists, so those stay. */
function baseFile(path: string, yaml: string): ConfigFolder['files'][number] {
  const keyOf = (entry: string): string => entry.slice(0, entry.indexOf(':'));
  const own = new Set(yaml.split(ENTRIES).map(keyOf));
  const isList = (entry: string): boolean => /^.+:\n +- /.test(entry);
  const entries = readFileSync(new URL(path, BASE), 'utf8').split(ENTRIES);
  const text = entries.filter((entry) => isList(entry) || !own.has(keyOf(entry))).join('');
  return { path, text };
}

/** Names of files that an atlas may name without more ado. */
const ASSETS = ['data/a.geojson', 'data/a.pmtiles', 'icons/hut.svg', 'icons/hut-light.svg'];

/**
 * The configuration folder of `base.yaml` and `theme.yaml` of the compile cases, with `yaml` as one
 * more file. What there is one of, such as `title` or `permissions`, is that of `yaml` where it has
 * one: its keys begin a line, as in block style. `assets` are the paths of further files, which need not exist.
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

/** An icon, so that the folder of icons that the theme names exists. */
const ICON = {
  path: 'icons/hut.svg',
  text: '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24"/>',
};

/** Writes the configuration of `atlasFolder` and one icon into a folder; a test writes other assets. */
export function writeAtlas(dir: string, yaml: string): void {
  for (const { path, text } of [...atlasFolder(yaml).files, ICON]) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
}

/** Loads a folder; throws what is wrong with it. */
export function loadModel(folder: ConfigFolder): AtlasModel {
  const loaded = loadAtlas(folder);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics, null, 1));
  return loaded.model;
}

/** The model of the least atlas with `yaml` added; throws what is wrong with it. */
export function buildModel(yaml: string, assets?: readonly string[]): AtlasModel {
  return loadModel(atlasFolder(yaml, assets));
}

/** Options of a server on which every dataset has one version for each level; services are off. */
export const OPTIONS: Omit<CompileOptions, 'locale'> = {
  version: (dataset, level) => `${dataset}-${level}`,
  bounds: () => [1, 2, 3, 4],
  address: () => null,
  fileVersion: () => 'f1',
  hash: (text) => `h${text.length}`,
};

/** Who reads a bundle. Defaults: English, the lowest level, `OPTIONS`. */
export interface Reader {
  readonly locale?: string;
  /** Id of a level. */
  readonly level?: string;
  readonly options?: Omit<CompileOptions, 'locale'>;
}

/** The public index, which a page comes with: what the first map needs. */
export function indexOf(
  model: AtlasModel,
  { locale = 'en', options = OPTIONS }: Omit<Reader, 'level'> = {},
): BundleIndex {
  return publicBundle(model, locale, options).index;
}

/** The whole bundle as a browser has it once every part has come. */
export function bundleOf(model: AtlasModel, reader: Reader = {}): AtlasBundle {
  const { locale = 'en', options = OPTIONS } = reader;
  const level = model.levels.find(({ id }) => id === (reader.level ?? model.levels[0]!.id));
  if (!level) throw new Error(`There is no level ${reader.level}.`);
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
  if (!bundle) throw new Error(`There is no language ${locale}.`);
  return bundle;
}

/** The whole bundle of the least atlas with `yaml` added; `assets` as in `atlasFolder`. */
export function buildBundle(
  yaml: string,
  { assets, ...reader }: Reader & { readonly assets?: readonly string[] } = {},
): AtlasBundle {
  return bundleOf(buildModel(yaml, assets), reader);
}

/** The map of the day with these groups switched on, top first, and nothing chosen. */
export function shows(...ids: readonly string[]): MapState {
  return {
    baseLayer: 'day',
    hillshade: false,
    project: null,
    groups: ids.map((id) => ({ id, visible: true, opacity: 1 })),
  };
}
