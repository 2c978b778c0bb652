/** Changes that can happen to a configuration folder on disk, each in one step. */
import {
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { filesOf, writeConfig, type ConfigPath, type Content } from './config-on-disk.ts';

/** A folder, or a link to one, in a base folder that may have other folders. */
export interface FolderPlace {
  readonly config: string;
  /** Returns an unused path next to the folder. */
  readonly aside: () => string;
}

type Operation = (place: FolderPlace, content: Content, path: ConfigPath) => void;

function writeFile({ config }: FolderPlace, content: Content, path: ConfigPath): void {
  mkdirSync(dirname(join(config, path)), { recursive: true });
  writeFileSync(join(config, path), filesOf(content)[path]);
}

/** Replaces the configuration by a folder or a link. */
function put({ config, aside }: FolderPlace, path: string): void {
  if (existsSync(config)) renameSync(config, aside());
  renameSync(path, config);
}

function release(place: FolderPlace, content: Content): string {
  const path = place.aside();
  writeConfig(path, content);
  return path;
}

/** Changes of the folder, by name. Operations on files create missing parts of the folder. */
export const OPERATIONS = {
  'write in place': writeFile,
  'replace by rename': (place, content, path) => {
    const whole = place.aside();
    writeFileSync(whole, filesOf(content)[path]);
    mkdirSync(dirname(join(place.config, path)), { recursive: true });
    renameSync(whole, join(place.config, path));
  },
  delete: ({ config }, _content, path) => rmSync(join(config, path), { force: true }),
  'delete and create': (place, content, path) => {
    rmSync(join(place.config, path), { force: true });
    writeFile(place, content, path);
  },
  'write, and set the time back': (place, content, path) => {
    writeFile(place, content, path);
    utimesSync(join(place.config, path), 1_000_000_000, 1_000_000_000);
  },
  // YAML is read under any name, so only the name of the data file matters.
  'rename the data file to capitals': ({ config }) => {
    const [from, to] = ['piers', 'PIERS'].map((name) => join(config, `data/${name}.geojson`));
    if (existsSync(from!)) renameSync(from!, to!);
  },
  'write everything': ({ config }, content) => writeConfig(config, content),
  'swap a folder in it': (place, content) => {
    const layers = join(place.config, 'layers');
    if (existsSync(layers)) renameSync(layers, place.aside());
    mkdirSync(place.config, { recursive: true });
    renameSync(join(release(place, content), 'layers'), layers);
  },
  'delete the folder': ({ config }) => rmSync(config, { recursive: true, force: true }),
  'delete and create the folder': ({ config }, content) => {
    rmSync(config, { recursive: true, force: true });
    writeConfig(config, content);
  },
  'move away, change and move back': ({ config, aside }, content) => {
    const away = aside();
    if (existsSync(config)) renameSync(config, away);
    writeConfig(away, content);
    renameSync(away, config);
  },
  'swap by rename': (place, content) => put(place, release(place, content)),
  'swap by a link': (place, content) => {
    const link = place.aside();
    symlinkSync(release(place, content), link);
    put(place, link);
  },
  'swap by an empty folder': (place) => {
    const empty = place.aside();
    mkdirSync(empty);
    put(place, empty);
  },
} satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;
