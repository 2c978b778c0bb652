import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { ARCHIVE_PART_BYTES, archivePart, SITE_MANIFEST } from 'atlas-engine/runtime';
import { UsageError } from '../../host/common/usage-error.ts';

/** The content of the manifest of a static site. */
export interface SiteManifest {
  readonly format: 1;
  readonly atlas: string;
  readonly revision: string;
  /** Why groups need a server, by the id of the group. */
  readonly locked: Readonly<Record<string, string>>;
  /** Sizes in bytes by path, without the manifest. */
  readonly files: Readonly<Record<string, number>>;
}

/**
 * The folder of a static site. Files are written beside it, and take its place together at the end, so
 * that an interrupted build leaves the former one whole.
 */
export class SiteFolder {
  readonly #out: string;
  readonly #aside: string;
  readonly #files = new Map<string, number>();

  private constructor(out: string) {
    this.#out = out;
    this.#aside = `${out}.part-${process.pid}`;
  }

  /** Throws `UsageError` if the folder holds anything else than a former build. */
  static async open(out: string): Promise<SiteFolder> {
    const folder = new SiteFolder(resolve(out));
    await refuseOthers(out);
    await rm(folder.#aside, { recursive: true, force: true });
    await mkdir(folder.#aside, { recursive: true });
    return folder;
  }

  get bytes(): number {
    return [...this.#files.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  get count(): number {
    return this.#files.size;
  }

  /** Returns whether an address of the site, which begins with `./`, has a file. */
  has(address: string): boolean {
    return this.#files.has(pathOf(address));
  }

  /** Writes the file of an address. An archive is also written in parts. */
  async write(address: string, content: string | Uint8Array): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    await this.#writeOne(pathOf(address), bytes);
    if (!/\.pmtiles(?:\?|$)/.test(address)) return;
    for (let part = 0; part * ARCHIVE_PART_BYTES < bytes.length; part++) {
      const start = part * ARCHIVE_PART_BYTES;
      const piece = bytes.subarray(start, start + ARCHIVE_PART_BYTES);
      await this.#writeOne(pathOf(archivePart(address, part)), piece);
    }
  }

  /** Returns where a file may be made before it is written to the site. */
  scratch(name: string): string {
    return `${this.#aside}.${name}`;
  }

  /** Puts the site in the place of the former one. */
  async finish(about: Omit<SiteManifest, 'format' | 'files'>): Promise<void> {
    const files = Object.fromEntries([...this.#files].sort(([a], [b]) => (a < b ? -1 : 1)));
    const manifest: SiteManifest = { format: 1, ...about, files };
    await writeFile(join(this.#aside, SITE_MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`);
    const former = `${this.#out}.former-${process.pid}`;
    if (existsSync(this.#out)) await rename(this.#out, former);
    await rename(this.#aside, this.#out);
    await rm(former, { recursive: true, force: true });
  }

  /** Removes what was written, unless the site is finished. */
  async discard(): Promise<void> {
    await rm(this.#aside, { recursive: true, force: true });
  }

  async #writeOne(path: string, bytes: Uint8Array): Promise<void> {
    const file = join(this.#aside, path);
    if (!file.startsWith(this.#aside + sep))
      throw new Error(`The file ${path} is outside of the site.`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
    this.#files.set(path, bytes.length);
  }
}

function pathOf(address: string): string {
  const [path = ''] = address.replace(/^\.?\//, '').split(/[?#]/);
  return path.split('/').map(decodeURIComponent).join('/');
}

async function refuseOthers(out: string): Promise<void> {
  const found = await readdir(out, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw new UsageError(`The folder \`${out}\` cannot be read (${error.message}).`);
    },
  );
  const paths = found
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(out, sep).length));
  if (paths.length === 0) return;
  const known = await readFile(join(out, SITE_MANIFEST), 'utf8').then(
    (text) => new Set([SITE_MANIFEST, ...Object.keys((JSON.parse(text) as SiteManifest).files)]),
    () => null,
  );
  if (known === null)
    throw new UsageError(
      `The folder \`${out}\` is not empty, and is not a site that \`atlas build\` wrote. Name a new folder.`,
    );
  const other = paths.find((path) => !known.has(path.split(sep).join('/')));
  if (other !== undefined)
    throw new UsageError(
      `The folder \`${out}\` has a file that \`atlas build\` did not write: \`${other}\`. A build replaces the folder, so move this file away, or name a new folder.`,
    );
}
