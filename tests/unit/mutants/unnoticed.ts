/** Returns whether checks detect a changed program. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { transformWithOxc } from 'vite';
import { mutantsOf } from './mutate.ts';

/**
 * The functions that define checks: `describe` and `it` of the test runner, or functions that add
 * the checks to a list.
 */
export interface Taker {
  readonly describe: (subject: string, checks: () => void) => void;
  readonly it: (sentence: string, check: () => void | Promise<void>) => void;
}

/** The text of a JavaScript module, with its import specifier. */
export interface ModuleText {
  readonly address: string;
  readonly code: string;
}

type Exports = Readonly<Record<string, unknown>>;

/**
 * Reads a module of the project. By default, its specifier is the one that modules in the same
 * folder use.
 */
export async function moduleText(
  path: string,
  address = `./${basename(path)}`,
): Promise<ModuleText> {
  const text = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  return { address, code: (await transformWithOxc(text, path)).code };
}

const IMPORT = /^import \{([^}]*)\} from "([^"]+)";$/gm;
const EXPORT = /^export (?:async )?(?:function|class|const) (\w+)/gm;

/**
 * Runs modules in order and returns all their exports. Their imports must be from earlier modules
 * or from `given`. Only exported functions, classes and constants and named imports are supported.
 */
export function runModules(
  modules: readonly ModuleText[],
  given: Readonly<Record<string, Exports>> = {},
): Exports {
  const known: Record<string, Exports> = { ...given };
  for (const { address, code } of modules) {
    const names = [...code.matchAll(EXPORT)].map(([, name]) => name!);
    const body = code
      .replace(IMPORT, 'const {$1} = known["$2"];')
      .replace(EXPORT, (found) => found.slice('export '.length));
    const run = new Function('known', `${body}\nreturn { ${names.join(', ')} };`) as (
      all: typeof known,
    ) => Exports;
    known[address] = run(known);
  }
  return Object.assign({}, ...modules.map(({ address }) => known[address]));
}

/** Returns the title of the first failing check, or null if none fails. */
export async function noticedBy(makeChecks: (taker: Taker) => void): Promise<string | null> {
  const checks: [string, () => void | Promise<void>][] = [];
  makeChecks({
    describe: (_subject, make) => make(),
    it: (sentence, check) => checks.push([sentence, check]),
  });
  for (const [sentence, check] of checks) {
    try {
      await check();
    } catch {
      return sentence;
    }
  }
  return null;
}

/**
 * Returns the number of mutants of all modules, and those that no check detects. Mutants with
 * syntax errors do not count. Throws when the unchanged modules fail.
 */
export async function unnoticedMutants<Module>(
  modules: readonly ModuleText[],
  check: (module: Module, taker: Taker) => void,
  given: Readonly<Record<string, Exports>> = {},
): Promise<{ readonly count: number; readonly unnoticed: readonly string[] }> {
  const notices = async (changed: readonly ModuleText[]) => {
    const module = runModules(changed, given) as Module;
    return (await noticedBy((taker) => check(module, taker))) !== null;
  };
  if (await notices(modules)) throw new Error('The program itself does not pass its checks.');
  const unnoticed: string[] = [];
  let count = 0;
  for (const module of modules)
    for (const { name, code } of mutantsOf(module.code)) {
      try {
        count++;
        if (await notices(modules.map((each) => (each === module ? { ...module, code } : each))))
          continue;
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        count--;
        continue;
      }
      const line = code.split('\n')[Number(name.split(':', 1)[0]) - 1]!.trim();
      unnoticed.push(`${module.address} ${name}: ${line}`);
    }
  return { count, unnoticed };
}
