/** Runs a line of a guide as its reader would, in the folder of an atlas. */
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { create } from '../../../cli/create-atlas/create.ts';
import { NIGHTLY } from '../../size.ts';
import { runCommand } from '../../unit/cli/run-command.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const COMMAND = `${ROOT}/dist/node/cli/atlas.js`;

/** Lines that need more than an atlas, and the test that runs the same. */
const ELSEWHERE: readonly (readonly [line: RegExp, test: string])[] = [
  [/^sh review\.sh /, 'contract/deployment/review.test.ts'],
  [/^cp node_modules\/atlas-server\/deploy\//, 'contract/package/package.test.ts'],
  [/^npx atlas new layer https:/, 'contract/services/new-services.test.ts'],
  [/^npm pack -w engine$|^npm install \.\/atlas-engine/, 'contract/package/package.test.ts'],
  [/^(?:createuser|createdb|psql) /, 'contract/store/table.test.ts'],
];

/** What is known while the lines of a page run. */
export interface Place {
  /** The folder in which the next line runs. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** How a line ended. `elsewhere` is the test that runs it. */
export interface Ended {
  readonly code: number | null;
  readonly printed: string;
  readonly folder: string;
  readonly elsewhere?: string;
}

/** Runs a line; one that nothing here can run is an error. */
export async function runLine(line: string, { folder, env }: Place): Promise<Ended> {
  const [, set = '', command = ''] = /^((?:[A-Z_]+=\S+ )*)(.*)$/.exec(line)!;
  const pairs = set
    .split(' ')
    .filter(Boolean)
    .map((pair) => pair.split('=') as [string, string]);
  const place = { folder, env: { ...env, ...Object.fromEntries(pairs) } };
  const [, change] = /^cd (\S+)$/.exec(command) ?? [];
  if (change) return { code: 0, printed: '', folder: `${folder}/${change}` };
  const elsewhere = ELSEWHERE.find(([pattern]) => pattern.test(command))?.[1];
  if (elsewhere) return { code: 0, printed: '', folder, elsewhere };
  const [, made] = /^npx --package \S+ create-atlas (.*)$/.exec(command) ?? [];
  if (made) return makeAtlas(made.replace(/ --server \S+/, ' --no-install'), place);
  const [, serve] =
    /^(?:npx atlas|npm run -s atlas --) ((?:start|dev|preview)\b.*)$/.exec(command) ?? [];
  if (serve || /^npm (?:start|run dev)$/.test(command)) {
    const args = serve ?? command.replace(/^npm (?:run )?/, '');
    const cwd = command.startsWith('npm run -s atlas') ? ROOT : folder;
    // The repository stays as it is.
    const kept = { ...place.env, ATLAS_DATA_DIR: `${folder}/.served` };
    return { ...(await serveOnce(args.split(' '), { folder: cwd, env: kept })), folder };
  }
  const [, verb] = /^npx atlas (.*)$/.exec(command) ?? [];
  if (verb) return runVerb(verb.split(' '), place);
  if (command.startsWith('git ')) {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { code: status, printed: stdout + stderr, folder };
  }
  throw new Error(`No test can run this line of a guide: ${line}`);
}

async function runVerb(args: readonly string[], { folder, env }: Place): Promise<Ended> {
  process.chdir(folder);
  try {
    const { code, out, err } = await runCommand(args, { ...env, ATLAS_DATA_DIR: '.atlas' });
    return { code, printed: `${out}\n${err}`, folder };
  } finally {
    process.chdir(ROOT);
  }
}

async function makeAtlas(args: string, { folder }: Place): Promise<Ended> {
  const lines: string[] = [];
  const print = (text: string): void => void lines.push(text);
  process.chdir(folder);
  try {
    const code = await create(args.split(' '), { out: print, err: print, ask: null });
    return { code, printed: lines.join('\n'), folder };
  } finally {
    process.chdir(ROOT);
  }
}

/** Starts a server until it is ready, at night. */
async function serveOnce(args: readonly string[], { folder, env }: Place): Promise<Ended> {
  if (!NIGHTLY) return { code: 0, printed: '', folder };
  const child = spawn(process.execPath, [COMMAND, ...args], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: '0',
      NODE_ENV: 'test',
      ...env,
    },
  });
  let printed = '';
  const code = await new Promise<number | null>((resolve) => {
    const read = (chunk: Buffer): void => {
      printed += String(chunk);
      if (/ready at http/i.test(printed)) child.kill();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (status) => resolve(/ready at http/i.test(printed) ? 0 : status));
  });
  return { code, printed, folder };
}
