/** The layout of the repository and its rules: the data of the tests in this folder. */

/** Folders with code. An absent folder is ignored. */
export const CODE = [
  'schemas',
  'engine',
  'app',
  'server',
  'host',
  'cli',
  'demo',
  'scripts',
] as const;

/** Folders that a folder may import from, besides itself. No folder may import tests. */
export const MAY_IMPORT: Readonly<Record<(typeof CODE)[number], readonly string[]>> = {
  schemas: [],
  engine: ['schemas'],
  app: ['engine'],
  server: ['engine'],
  host: ['engine', 'server'],
  cli: ['engine', 'server', 'host'],
  demo: ['engine', 'server', 'cli'],
  scripts: ['schemas', 'engine', 'server', 'cli', 'demo'],
};

/** The entry file of each of our own packages. */
export const PACKAGES: Readonly<Record<string, string>> = {
  'atlas-engine': 'engine/index.ts',
  'atlas-engine/http': 'engine/http.ts',
  'atlas-engine/readers': 'engine/readers.ts',
  'atlas-engine/runtime': 'engine/runtime.ts',
  'atlas-engine/schemas': 'engine/schemas.ts',
};

/**
 * The folders of the engine in order: no folder imports a later one. The first ones are part of the
 * browser's bundle; the others compile YAML.
 */
export const STAGES = [
  'basics',
  'bundle',
  'http',
  'runtime',
  'page',
  'diagnostics',
  'model',
  'readers',
  'words',
  'values',
  'parse',
  'shape',
  'expand',
  'resolve',
  'compile',
  'check',
  'diff',
];

/** An exception to a rule: a file or folder, and the reason. */
export interface Exception {
  readonly of: string;
  readonly because: string;
}

/**
 * Files that may import each other in a cycle; `of` is the common prefix of their paths. An unused
 * exception is an error.
 */
export const CIRCLES: readonly Exception[] = [];

/**
 * Folders that may import each other in a cycle. `of` is the alphabetically first of them. An
 * unused exception is an error.
 */
export const FOLDER_CIRCLES: readonly Exception[] = [];

/**
 * Entry points: files whose exports are used by something other than imports in this repository.
 * `of` is the end of the path.
 */
export const DOORS: readonly Exception[] = [
  { of: 'engine/index.ts', because: 'other programs import it' },
  { of: 'engine/http.ts', because: 'other programs import it' },
  { of: 'engine/readers.ts', because: 'other programs import it' },
  { of: 'engine/runtime.ts', because: 'other programs import it' },
  { of: 'engine/schemas.ts', because: 'other programs import it' },
  { of: 'no-mlt.ts', because: 'the build replaces a module of MapLibre with it' },
  { of: 'tile-steps.ts', because: 'the build imports it in the worker of the map' },
  { of: 'draw-page.tsx', because: 'the build makes a module of it, which the server loads' },
  { of: 'outlines-once.ts', because: 'the build imports it in the worker of the map' },
];

/** Longest file, in lines. A longer file has more than one purpose. */
export const LONGEST_FILE = 500;

/** Longest line, in characters. Prettier does not break a sentence or a row of a table. */
export const LONGEST_LINE = 280;

/** A banned call and its replacement. */
export interface Ban {
  readonly call: RegExp;
  /** Folders in which the call is banned. */
  readonly where: readonly string[];
  /** Names of files that may use the call, in any folder. */
  readonly except?: readonly string[];
  readonly instead: string;
  /** Code that the rule must find. */
  readonly example: string;
}

export const BANS: readonly Ban[] = [
  {
    call: /\bprocess\.env\b/,
    where: CODE,
    // asker.ts reads the environment before anything else runs; the other files are entry points of
    // programs.
    except: [
      'asker.ts',
      'atlas.ts',
      'build-app.ts',
      'generate-thumbnails.ts',
      'nightly.mjs',
      'stop-with-npm.mjs',
    ],
    instead: 'the settings that the entry point of the command passes on',
    example: `const port = process.env['PORT'];`,
  },
  {
    call: /\b(?:Date\.now|performance\.now|Math\.random|crypto\.\w+|setTimeout|setInterval)\(|\bnew Date\(\)/,
    where: ['schemas', 'engine'],
    instead: 'an argument: the engine returns the same for the same input',
    example: 'const now = Date.now();',
  },
  {
    call: /\bMath\.random\(/,
    where: ['app', 'server', 'host', 'cli', 'demo', 'scripts', 'tests'],
    instead: 'a generator with a seed, or `randomBytes` for secrets',
    example: `const id = Math.${'random'}();`,
  },
  {
    call: /\bnew Function\(|\beval\(/,
    where: [...CODE, 'tests'],
    // This file runs the code of mutants.
    except: ['unnoticed.ts'],
    instead: 'a function; the content security policy forbids code made from text',
    example: `new ${'Function'}('return 1')();`,
  },
  {
    call: /\bJSON\.parse\(\s*JSON\.stringify\(/,
    where: CODE,
    instead: '`structuredClone`, or no copy at all',
    example: 'const copy = JSON.parse(JSON.stringify(style));',
  },
  {
    call: /\.(?:localeCompare|toLocale(?:String|DateString|TimeString|UpperCase|LowerCase))\(\s*\)|\.localeCompare\(/,
    where: CODE,
    instead: '`Intl` with the locale of the reader, or a comparison by code unit',
    example: 'names.sort((a, b) => a.localeCompare(b));',
  },
  {
    call: /\b(?:inner|outer)HTML\b|\bdangerouslySetInnerHTML\b|\binsertAdjacentHTML\b|\bdocument\.write\b/,
    where: ['app'],
    instead: 'the rich text of the bundle, which React escapes',
    example: 'element.innerHTML = name;',
  },
  {
    call: /\bfetch\(/,
    where: ['schemas', 'engine', 'server'],
    instead: 'the client of services, which only connects to declared hosts',
    example: 'const answer = await fetch(address);',
  },
  {
    call: /\b(?:read|write|append|exists|stat|readdir|mkdir|rm|open|rename|access)(?:File)?Sync\(/,
    where: [
      'server/accounts',
      'server/downloads',
      'server/drawing',
      'server/http',
      'server/routes',
      'server/search',
      'server/snapshot',
    ],
    except: [
      // When the server starts.
      'built-app.ts',
      'legend-font.ts',
      'sqlite-database.ts',
      'tile-code.ts',
      // In the thread that makes a download.
      'file-sink.ts',
      'spool.ts',
      'prepare-files.ts',
      'write-shapefile.ts',
      // A folder with few entries; removing a job must be done when its row is.
      'download-files.ts',
    ],
    instead: '`node:fs/promises`: a request must not block others',
    example: 'const text = readFileSync(path);',
  },
  {
    call: /\bprocess\.exit\(/,
    where: CODE,
    // Programs that end with their parent, or before they open anything.
    except: [
      'atlas.ts',
      'busy-threads.ts',
      'child.ts',
      'make-absent.mjs',
      'serve-jobs.ts',
      'start.mjs',
      'start-server.ts',
    ],
    instead: 'an error, or `process.exitCode`, so that open resources are closed',
    example: 'process.exit(1);',
  },
  {
    call: /from 'node:child_process'/,
    where: CODE,
    except: [
      'build.ts',
      'compile-typescript.ts',
      'install-packages.ts',
      'make-absent.mjs',
      'nightly.mjs',
      'packages.ts',
      'postgis-backup.ts',
      'preparing-process.ts',
      'revision.ts',
      'run-in-child.ts',
      'start.mjs',
      'stop-with-npm.mjs',
    ],
    instead: 'a library; only the files named here start other programs',
    example: `import { spawn } from 'node:child_process';`,
  },
  {
    call: /\b(?:it|test|describe)\.only\(/,
    where: ['tests'],
    instead: 'the name of the file on the command line',
    example: `it${'.only'}('works', () => {});`,
  },
  {
    call: /\b(?:it|test|describe)\.skip\((?![^)]*not tested, because)/,
    where: ['tests'],
    instead: 'a title with the reason: `… not tested, because …`',
    example: `it${'.skip'}('works', () => {});`,
  },
  {
    call: /\bvi\.(?:mock|doMock)\(/,
    where: ['tests'],
    instead: 'the real implementation, or a parameter that accepts another',
    example: `vi${'.mock'}('./store.ts');`,
  },
];
