/** Small atlases for tests, written as YAML over the least an atlas needs. */
import { readFileSync } from 'node:fs';
import {
  compilePublicBundles,
  compileSessionPart,
  loadAtlas,
  type AtlasModel,
  type CompileOptions,
  type ConfigFolder,
} from '../engine/index.ts';
import { mergeBundles, type AtlasBundle } from '../engine/runtime.ts';

const BASE = new URL('cases/compile/_base/', import.meta.url);

const file = (path: string) => ({ path, text: readFileSync(new URL(path, BASE), 'utf8') });

/** Names of files that an atlas may name without more ado. */
const ASSETS = ['data/a.geojson', 'data/a.pmtiles', 'icons/hut.svg', 'icons/hut-light.svg'];

/**
 * The configuration folder of `base.yaml` and `theme.yaml` of the compile cases, with `yaml` as one
 * more file. `assets` are the paths of further files, which need not exist.
 */
export function atlasFolder(yaml: string, assets: readonly string[] = []): ConfigFolder {
  return {
    files: [file('base.yaml'), file('theme.yaml'), { path: 'atlas.yaml', text: yaml }],
    assets: new Set([...ASSETS, ...assets]),
  };
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

/** The whole bundle as a browser has it once every part has come. */
export function bundleOf(model: AtlasModel, reader: Reader = {}): AtlasBundle {
  const { locale = 'en', options = OPTIONS } = reader;
  const level = model.levels.find(({ id }) => id === (reader.level ?? model.levels[0]!.id));
  if (!level) throw new Error(`There is no level ${reader.level}.`);
  const { byLocale, revision } = compilePublicBundles(model, options);
  const made = byLocale[locale];
  if (!made) throw new Error(`There is no language ${locale}.`);
  const session = compileSessionPart(model, level, revision, { ...options, locale });
  return mergeBundles(
    made.index,
    made.parts.map(({ part }) => part),
    session,
  );
}

/** The whole bundle of the least atlas with `yaml` added. */
export function buildBundle(yaml: string, reader?: Reader): AtlasBundle {
  return bundleOf(buildModel(yaml), reader);
}
