/** The verbs (subcommands) of the `atlas` command, with their options. */
import { InvalidArgumentError, type Command } from 'commander';
import type { DiffOptions } from './verbs/diff.ts';
import type { PreviewOptions } from './verbs/preview.ts';
import type { WordsOptions } from './verbs/words.ts';
import { addNew } from './add-new-verbs.ts';
import { withExamples, type Cli } from './declare-verb.ts';
import { SHOWN_KINDS, type ShownKind } from './verbs/shown-kinds.ts';

// Each verb is imported when it is used, because a server does not need the others.
type StyleOptions = Parameters<(typeof import('./verbs/style.ts'))['style']>[0];
type LoadOptions = Omit<Parameters<(typeof import('./verbs/load.ts'))['load']>[0], 'datasets'>;
type TilesOptions = Omit<Parameters<(typeof import('./verbs/tiles.ts'))['tiles']>[0], 'datasets'>;
type BuildOptions = Parameters<(typeof import('./verbs/build.ts'))['build']>[0];
type WithdrawOptions = Parameters<(typeof import('./verbs/withdraw.ts'))['withdraw']>[0];
type BundleOptions = Parameters<(typeof import('./verbs/bundle.ts'))['bundle']>[0];

interface ProfileOptions {
  readonly config: string;
  readonly all: boolean;
  readonly tiles: boolean;
  readonly why?: number;
}

/** Adds all verbs, in the order of the help. */
export function addVerbs(cli: Cli): void {
  addCheck(cli);
  addExplain(cli);
  addDiff(cli);
  addNew(cli);
  addWords(cli);
  addDataVerbs(cli);
  addOutputVerbs(cli);
  addStoreVerbs(cli);
  addUsers(cli);
  addWithdraw(cli);
  addStart(cli);
  addDev(cli);
  addPreview(cli);
}

/** Adds the verb `check`. */
function addCheck({ verb, io, end }: Cli): void {
  verb('check', 'check the configuration and its data for errors', [
    'check',
    'check --format github --max-warnings 0',
  ])
    .option('--max-warnings <n>', 'fail if there are more than n warnings', wholeNumber)
    .action(async (options: { config: string; maxWarnings?: number }) => {
      const { check } = await import('./verbs/check.ts');
      end(await check(options, io));
    });
}

/** Adds the verb `explain`. */
function addExplain({ verb, io, end }: Cli): void {
  verb('explain', 'explain a code of a message, or a key of the layer language', [
    'explain unknown-key',
    'explain groups.popup',
  ])
    .argument('<what>', 'a code such as `unknown-key`, or a path of keys such as `groups.popup`')
    .action(async (what: string) => {
      const { explain } = await import('./verbs/explain.ts');
      end(await explain({ what }, io));
    });
}

/** Adds the verb `diff`. */
function addDiff({ verb, io, end }: Cli): void {
  verb(
    'diff',
    'list what changes for people since another version, first who may see more (exit code 3)',
    ['diff', 'diff main --markdown', 'diff ../atlas-of-last-year'],
  )
    .argument('[version]', 'a branch, tag or commit of git, or a folder', 'HEAD')
    .option('--markdown', 'print Markdown that fits into a comment of GitHub', false)
    .option('--pictures <dir>', 'draw groups that look different, before and after, as PNG files')
    .option('--level <id>', 'level whose readers may see the pictures; default: the lowest')
    .action(async (version: string, options: Omit<DiffOptions, 'version'>) => {
      const { diff } = await import('./verbs/diff.ts');
      end(await diff({ ...options, version }, io));
    });
}

/** Adds the verb `words`. */
function addWords({ verb, io, end }: Cli): void {
  verb('words', 'print the words of the interface that a language lacks, as YAML to translate', [
    'words pt',
    'words pt --import pt.json',
  ])
    .argument('<language>', 'code of the language, such as `ln` or `pt-BR`')
    .option('--from <language>', 'language of the printed words: any that has all words', 'en')
    .option('--first', 'only the words that every visitor sees', false)
    .option('--i18next', 'print the words that the language has, as JSON v4 of i18next', false)
    .option('--import <file>', 'take the words of an i18next file into `locales/<language>.yaml`')
    .action(async (language: string, options: Omit<WordsOptions, 'language'>) => {
      const { words } = await import('./verbs/words.ts');
      end(await words({ ...options, language }, io));
    });
}

/** Adds the verbs that load data and that print data and configuration. */
function addDataVerbs({ verb, io, end }: Cli): void {
  verb('load', 'load data into the store', [
    'load',
    'load villages --force --rejected rejected.csv',
  ])
    .argument('[datasets...]', 'ids of datasets; by default all')
    .option('--force', 'also load datasets that have not changed', false)
    .option('--rejected <file>', 'write every rejected feature to a .csv or .ndjson file')
    .option('--quiet', 'print errors only', false)
    .action(async (datasets: string[], options: LoadOptions) => {
      const { load } = await import('./verbs/load.ts');
      end(await load({ ...options, datasets }, io));
    });
  verb('profile', 'print the fields and values found in the data of a dataset', [
    'profile villages --all',
  ])
    .argument('<dataset>', 'id of a dataset')
    .option('--all', 'print every value of every field', false)
    .option(
      '--tiles',
      'print how many features the tiles show at each zoom, and their sizes',
      false,
    )
    .option('--why <id>', 'print from which zoom on tiles show a feature, and why', wholeNumber)
    .action(async (dataset: string, options: ProfileOptions) => {
      const { config, why } = options;
      if (options.tiles || why !== undefined) {
        const { profileTiles } = await import('./verbs/profile-tiles.ts');
        end(await profileTiles({ config, dataset, ...(why !== undefined && { why }) }, io));
        return;
      }
      const { profile } = await import('./verbs/profile.ts');
      end(await profile({ ...options, dataset }, io));
    });
  verb('show', 'print the resolved form of an object and where it is defined', [
    'show group villages',
  ])
    .argument('<kind>', SHOWN_KINDS.join(', '), shownKind)
    .argument('<id>', 'id of the object')
    .action(async (kind: ShownKind, id: string, options: { config: string }) => {
      const { show } = await import('./verbs/show.ts');
      end(await show({ ...options, kind, id }, io));
    });
}

/** Adds the verbs that write or print what visitors receive. */
function addOutputVerbs({ verb, io, end }: Cli): void {
  verb(
    'style',
    'print the MapLibre style for a base map, groups and a project, as a visitor of a level gets it',
    ['style --groups villages --level level-1 --locale fr'],
  )
    .option('--project <id>', 'id or alias of the open project')
    .option('--groups <ids>', 'groups to switch on, top first, separated by commas', (ids) =>
      ids.split(','),
    )
    .option('--base <id>', 'base layer')
    .option('--level <id>', 'permission level of the visitor')
    .option('--locale <language>', 'language of the names; by default that of the atlas')
    .action(async (options: StyleOptions) => {
      const { style } = await import('./verbs/style.ts');
      end(await style(options, io));
    });
  verb('bundle', 'write the files that a visitor of a level receives', [
    'bundle --locale fr --out bundle',
  ])
    .option('--level <id>', 'permission level of the visitor')
    .requiredOption('--locale <language>', 'language of the visitor')
    .requiredOption('--out <dir>', 'folder to write the files into')
    .action(async (options: BundleOptions) => {
      const { bundle } = await import('./verbs/bundle.ts');
      end(await bundle(options, io));
    });
  verb('tiles', 'write public tiles as PMTiles archives', ['tiles villages --out archives'])
    .argument('[datasets...]', 'ids of datasets; by default all that everyone may download')
    .requiredOption('--out <dir>', 'folder to write the archives into')
    .option(
      '--record <file>',
      'file that records what is published; by default `published.json` of the configuration, which `check` reads',
    )
    .action(async (datasets: string[], options: TilesOptions) => {
      const { tiles } = await import('./verbs/tiles.ts');
      end(await tiles({ ...options, datasets }, io));
    });
  verb('build', 'write the public atlas as a static site, for any web server', ['build --out site'])
    .requiredOption('--out <dir>', 'a new or empty folder, or one with a former build')
    .option(
      '--record <file>',
      'file that records what is published; by default `published.json` of the configuration, which `check` reads',
    )
    .action(async (options: BuildOptions) => {
      const { build } = await import('./verbs/build.ts');
      end(await build(options, io));
    });
}

/** Adds the verbs that back up and restore the store and the accounts. */
function addStoreVerbs({ verb, io, end }: Cli): void {
  verb('backup', 'write the whole store and the accounts to a folder', ['backup backup-2027-01-31'])
    .argument('<dir>', 'a new or empty folder')
    .action(async (dir: string, options: { config: string }) => {
      const { backupStore } = await import('./verbs/backup.ts');
      end(await backupStore({ ...options, dir }, io));
    });
  verb('restore', 'replace the whole store with a backup', ['restore backup-2027-01-31 --accounts'])
    .argument('<dir>', 'the folder of the backup')
    .option(
      '--accounts',
      'replace existing accounts too; without this option, accounts are restored only if none exist',
    )
    .action(async (dir: string, options: { config: string; accounts?: boolean }) => {
      const { restoreStore } = await import('./verbs/backup.ts');
      end(await restoreStore({ ...options, dir }, io));
    });
}

/** Where and until when a level is granted. */
interface GrantPlace {
  readonly project?: string;
  readonly dataset?: string;
  readonly area?: string;
  readonly until?: string;
}

/** Adds the verb `users` with its own verbs. */
function addUsers({ verb, io, end }: Cli): void {
  const users = verb('users', 'list accounts, and decide what they may see', ['users list']);
  const load = () => import('./verbs/users.ts');
  const configOf = (): string => users.opts<{ config: string }>().config;
  const sub = (name: string, description: string, example: string): Command =>
    withExamples(users.command(name).description(description), [`users ${name}${example}`]);
  sub('list', 'print all accounts with their levels', '').action(async () =>
    end(await (await load()).listUsers(io)),
  );
  sub('grant', 'give a level or a role to an account', ' ada level-1 --until 2027-01-31')
    .argument('<user>', 'user name or address of e-mail')
    .argument('<level>', 'id of a level or a role')
    .option('--project <id>', 'only in the area of a project')
    .option('--dataset <id>', 'only for a dataset')
    .option('--area <file>', 'only in a polygon, from a file of GeoJSON or well-known text')
    .option('--until <day>', 'last day, such as 2027-01-31; by default without end')
    .action(async (user: string, level: string, options: GrantPlace) =>
      end(await (await load()).grantUser({ ...options, config: configOf(), user, level }, io)),
    );
  sub('revoke', 'take a level or a role from an account', ' ada level-1')
    .argument('<user>', 'user name or address of e-mail')
    .argument('<level>', 'id of the level or the role')
    .action(async (user: string, level: string) =>
      end(await (await load()).revokeUser({ user, level }, io)),
    );
  sub('suspend', 'suspend an account and end its sessions', ' ada')
    .argument('<user>', 'user name or address of e-mail')
    .option('--end', 'end the suspension instead', false)
    .action(async (user: string, options: { end: boolean }) =>
      end(await (await load()).suspendUser({ ...options, user }, io)),
    );
  sub(
    'create-operator',
    'create the account of an operator and print its password',
    ' ada ada@example.org',
  )
    .argument('<user>', 'user name')
    .argument('<email>', 'address of e-mail')
    .action(async (user: string, email: string) =>
      end(await (await load()).createOperator({ config: configOf(), user, email }, io)),
    );
}

/** Adds the verb `withdraw`. */
function addWithdraw({ verb, io, end }: Cli): void {
  verb('withdraw', 'withdraw the consent to a dataset: no server gives it to anybody any more', [
    'withdraw culture --why "The council of the village has asked for it."',
    'withdraw culture --why "The council has agreed again." --undo',
  ])
    .argument('<dataset>', 'id of a dataset with a `consent`')
    .requiredOption('--why <text>', 'the reason, for the audit')
    .option('--undo', 'end the withdrawal instead: the consent holds again', false)
    .action(async (dataset: string, options: Omit<WithdrawOptions, 'dataset'>) => {
      const { withdraw } = await import('./verbs/withdraw.ts');
      end(await withdraw({ ...options, dataset }, io));
    });
}

/** Adds the verb `start`. */
function addStart({ verb, io, end }: Cli): void {
  verb('start', 'serve the atlas', ['start', 'start --level level-2'])
    .option('--level <id>', 'preview the atlas as a visitor of this level, on this machine only')
    .action(async (options: { config: string; level?: string }) => {
      const { start } = await import('./verbs/start.ts');
      end((await start(options, io)) === null ? 1 : null);
    });
}

/** Adds the verb `dev`. */
function addDev({ verb, io, end }: Cli): void {
  verb('dev', 'serve the atlas while you write it: changes and errors show on the open map', [
    'dev',
    'dev --level level-2',
  ])
    .option('--level <id>', 'preview the atlas as a visitor of this level, on this machine only')
    .action(async (options: { config: string; level?: string }) => {
      const { start } = await import('./verbs/start.ts');
      end((await start({ ...options, live: true }, io)) === null ? 1 : null);
    });
}

/** Adds the verb `preview`. */
function addPreview({ verb, io, end }: Cli): void {
  verb('preview', 'serve a draft beside the running atlas, with a store of its own', [
    'preview my-branch',
    'preview ../draft --level level-2',
  ])
    .argument('[version]', 'a branch, tag or commit of git, or a folder', 'HEAD')
    .option('--level <id>', 'show the draft as a visitor of this level sees it')
    .option('--port <number>', 'port of this machine; by default a free one', wholeNumber)
    .action(async (version: string, options: Omit<PreviewOptions, 'version'>) => {
      const { preview } = await import('./verbs/preview.ts');
      end((await preview({ ...options, version }, io)) === null ? 1 : null);
    });
}

function wholeNumber(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(value);
}

function shownKind(value: string): ShownKind {
  if ((SHOWN_KINDS as readonly string[]).includes(value)) return value as ShownKind;
  throw new InvalidArgumentError(`It must be one of ${SHOWN_KINDS.join(', ')}.`);
}
