import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  EntryError,
  loadAtlas,
  withEntry,
  type ConfigFolder,
  type LoadedAtlas,
} from 'atlas-engine';
import { UsageError } from '../../host/common/command.ts';

/** Changes of a configuration that are checked before they are written. */
export class Changes {
  readonly #folder: ConfigFolder;
  readonly #texts = new Map<string, string>();
  readonly #copies = new Map<string, string>();

  constructor(folder: ConfigFolder) {
    this.#folder = folder;
  }

  /** Returns the paths of the changed files, sorted. */
  get paths(): readonly string[] {
    return [...this.#texts.keys(), ...this.#copies.keys()].sort();
  }

  /** Returns the new text of each changed text file. */
  get texts(): ReadonlyMap<string, string> {
    return this.#texts;
  }

  /** Returns the text of a file with the changes so far; undefined if there is none. */
  textOf(path: string): string | undefined {
    return this.#texts.get(path) ?? this.#folder.files.find((file) => file.path === path)?.text;
  }

  /** Returns whether a file, with the changes so far, contains a text. */
  mentions(text: string): boolean {
    const paths = new Set([...this.#folder.files.map(({ path }) => path), ...this.#texts.keys()]);
    return [...paths].some((path) => this.textOf(path)?.includes(text));
  }

  /** Returns the file with a key of the top level; undefined if none has it. */
  fileWith(key: string): string | undefined {
    const { files } = this.#folder;
    return files.find(({ path, text }) => {
      return /\.ya?ml$/.test(path) && new RegExp(`^${key}\\s*:`, 'm').test(text);
    })?.path;
  }

  /** Writes a text file. */
  write(path: string, text: string): void {
    this.#texts.set(path, text);
  }

  /** Adds an entry to a list of a file, and creates both if necessary. Throws `UsageError`. */
  add(file: string, list: readonly string[], entry: string, note?: string): void {
    try {
      this.write(file, withEntry(this.textOf(file) ?? '', list, entry, note));
    } catch (error) {
      if (error instanceof EntryError) throw new UsageError(`${file}: ${error.message}`);
      throw error;
    }
  }

  /** Copies a file into the configuration. */
  copy(from: string, path: string): void {
    this.#copies.set(path, from);
  }

  /** Returns the changed configuration, and what loading it gives. */
  load(): { readonly folder: ConfigFolder; readonly atlas: LoadedAtlas } {
    const { files, assets } = this.#folder;
    const kept = files.filter(({ path }) => !this.#texts.has(path));
    const changed = [...this.#texts].map(([path, text]) => ({ path, text }));
    const folder = {
      ...this.#folder,
      files: [...kept, ...changed].sort((a, b) => (a.path < b.path ? -1 : 1)),
      assets: new Set([...assets, ...this.#copies.keys()]),
    };
    return { folder, atlas: loadAtlas(folder) };
  }

  /** Writes the changes into a folder. Data are written before the texts that name them. */
  async apply(dir: string): Promise<void> {
    for (const path of this.paths) await mkdir(dirname(join(dir, path)), { recursive: true });
    for (const [path, from] of this.#copies) await copyFile(from, join(dir, path));
    for (const [path, text] of this.#texts) await writeFile(join(dir, path), text);
  }
}
