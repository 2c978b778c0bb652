/** Where things are and what they may do: the lists behind the tests of this folder. */

/** Folders with code. One that is not there is passed over. */
export const CODE = ['schemas', 'engine', 'app', 'server', 'cli', 'demo', 'scripts'] as const;

/** Folders a folder may import from, besides itself. Nobody imports tests. */
export const MAY_IMPORT: Readonly<Record<(typeof CODE)[number], readonly string[]>> = {
  schemas: [],
  engine: ['schemas'],
  app: ['engine'],
  server: ['engine'],
  cli: ['engine', 'server', 'scripts'],
  demo: ['engine', 'server', 'cli'],
  scripts: ['schemas', 'engine', 'server', 'cli', 'demo'],
};

/** The files that names of our own packages lead to. */
export const PACKAGES: Readonly<Record<string, string>> = {
  'atlas-engine': 'engine/index.ts',
  'atlas-engine/runtime': 'engine/runtime.ts',
  'atlas-engine/schemas': 'engine/schemas.ts',
};

/**
 * The folders of the engine in their order: none imports a later one. First what a browser gets and
 * how it draws it, then the way there from YAML.
 */
export const STAGES = [
  ...['bundle', 'runtime', 'page', 'diagnostics', 'model', 'words', 'values'],
  ...['parse', 'shape', 'expand', 'resolve', 'compile', 'check'],
];

/** An exception to a rule: a file or folder, and why. */
export interface Exception {
  readonly of: string;
  readonly because: string;
}

/** Files that import each other in a circle; `of` is what their paths begin with. One too many is an error. */
export const CIRCLES: readonly Exception[] = [];

/** Folders that import each other in a circle; `of` is the first of them in the alphabet. One too many is an error. */
export const FOLDER_CIRCLES: readonly Exception[] = [];

/** Files whose exports are used otherwise than by an import of ours; `of` is the end of the path. */
export const DOORS: readonly Exception[] = [
  { of: 'engine/index.ts', because: 'other programs import it' },
  { of: 'engine/runtime.ts', because: 'other programs import it' },
  { of: 'engine/schemas.ts', because: 'other programs import it' },
  { of: 'no-mlt.ts', because: 'the build puts it in the place of a module of MapLibre' },
];

/** Lines of a file. A longer one holds more than one thing. */
export const LONGEST_FILE = 500;

/** Characters of a line: room for a sentence or a row of a table, which prettier does not break. */
export const LONGEST_LINE = 280;

/** A call that is banned, with what to use instead. */
export interface Ban {
  readonly call: RegExp;
  /** Folders where it is banned. */
  readonly where: readonly string[];
  /** Names of files that may use it, in whatever folder they are. */
  readonly except?: readonly string[];
  readonly instead: string;
  /** Code that must be found. */
  readonly example: string;
}

export const BANS: readonly Ban[] = [
  {
    call: /\bprocess\.env\b/,
    where: ['schemas', 'engine', 'app', 'server', 'cli', 'demo', 'scripts'],
    // Who asks must be settled before anything else runs; the others are doors of programs.
    except: [
      ...['asker.ts', 'atlas.ts', 'build-app.ts', 'generate-thumbnails.ts'],
      ...['nightly.mjs', 'stop-with-npm.mjs'],
    ],
    instead: 'the settings that the door of the command hands on',
    example: `const port = process.env['PORT'];`,
  },
  {
    call: /\b(?:Date\.now|performance\.now|Math\.random|crypto\.\w+|setTimeout|setInterval)\(|\bnew Date\(\)/,
    where: ['schemas', 'engine'],
    instead: 'an argument: the engine gives the same for the same',
    example: 'const now = Date.now();',
  },
  {
    call: /\bMath\.random\(/,
    where: ['app', 'server', 'cli', 'demo', 'scripts', 'tests'],
    instead: 'a generator with a seed, or `randomBytes` for what must not be guessed',
    example: `const id = Math.${'random'}();`,
  },
  {
    call: /\bnew Function\(|\beval\(/,
    where: ['schemas', 'engine', 'app', 'server', 'cli', 'demo', 'scripts', 'tests'],
    // Runs the code of mutants.
    except: ['unnoticed.ts'],
    instead: 'a function; the content security policy forbids code made from text',
    example: `new ${'Function'}('return 1')();`,
  },
  {
    call: /\bJSON\.parse\(\s*JSON\.stringify\(/,
    where: ['schemas', 'engine', 'app', 'server', 'cli', 'demo', 'scripts'],
    instead: '`structuredClone`, or no copy at all',
    example: 'const copy = JSON.parse(JSON.stringify(style));',
  },
  {
    call: /\.(?:localeCompare|toLocale(?:String|DateString|TimeString|UpperCase|LowerCase))\(\s*\)|\.localeCompare\(/,
    where: ['schemas', 'engine', 'app', 'server', 'cli', 'demo', 'scripts'],
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
    instead: 'the client of services, which asks declared hosts only',
    example: 'const answer = await fetch(address);',
  },
  {
    call: /\b(?:read|write|append|exists|stat|readdir|mkdir|rm|open|rename|access)(?:File)?Sync\(/,
    where: ['server/routes', 'server/http', 'server/search', 'server/snapshot'],
    // Read once, when the server starts.
    except: ['built-app.ts', 'tile-code.ts', 'legend-font.ts'],
    instead: '`node:fs/promises`: a request must not hold up the others',
    example: 'const text = readFileSync(path);',
  },
  {
    call: /\bprocess\.exit\(/,
    where: ['schemas', 'engine', 'app', 'server', 'cli', 'demo', 'scripts'],
    // Programs that end with their parent, or before anything is open.
    except: [
      ...['atlas.ts', 'busy-threads.ts', 'child.ts', 'make-absent.mjs', 'serve-jobs.ts'],
      ...['start.mjs', 'start-server.ts'],
    ],
    instead: 'an error, or `process.exitCode`, so that what is open is closed',
    example: 'process.exit(1);',
  },
  {
    call: /from 'node:child_process'/,
    where: ['schemas', 'engine', 'app', 'server', 'cli', 'demo', 'scripts'],
    except: [
      ...['build.ts', 'compile-typescript.ts', 'make-absent.mjs', 'nightly.mjs', 'packages.ts'],
      ...['postgis-backup.ts', 'preparing-process.ts', 'start.mjs', 'stop-with-npm.mjs'],
    ],
    instead: 'a library; another program is started by the files named here only',
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
    instead: 'a title that says why: `… not tested, because …`',
    example: `it${'.skip'}('works', () => {});`,
  },
  {
    call: /\bvi\.(?:mock|doMock)\(/,
    where: ['tests'],
    instead: 'the real thing, or a parameter that takes another',
    example: `vi${'.mock'}('./store.ts');`,
  },
];
