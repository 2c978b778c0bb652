/** The verbs `atlas users …`: accounts from the command line, beside a running server. */
import { readFileSync } from 'node:fs';
import { groupBy, present } from 'atlas-engine/runtime';
import { EVERYWHERE, scopeOf } from '../../server/access/scope.ts';
import { randomSecret } from '../../server/accounts/secrets.ts';
import type { Account, Decider } from '../../server/accounts/account.ts';
import type { AccountStore } from '../../server/accounts/account-store.ts';
import { grant, grantable, revoke, suspend } from '../../server/accounts/decide.ts';
import { isEmail, isUsername, normalEmail } from '../../server/accounts/names.ts';
import { openAccountStore } from '../../server/accounts/open-account-store.ts';
import { Passwords } from '../../server/accounts/passwords.ts';
import { grantsInWords } from '../../server/routes/admin/admin-lists.ts';
import { accountRules } from '../../server/access/account-rules.ts';
import type { AccountRules } from '../../server/access/account-rules.ts';
import {
  printResult,
  UsageError,
  type CommandIo,
  type ExitCode,
} from '../../host/common/command.ts';
import { openValid } from '../../host/config/valid-config.ts';
import { accountPlaceOf } from '../../host/load/store-place.ts';

interface UsersOptions {
  readonly config: string;
}

/** Lists the accounts, one a line: user name, address, state, grants. */
export function listUsers(io: CommandIo): Promise<ExitCode> {
  return withStore(io, async (store) => {
    const grants = groupBy(await store.grants.all(), ({ account }) => account);
    const accounts = (await store.accounts.all()).map((one) => ({
      username: one.username,
      email: one.email,
      state: stateOf(one),
      grants: grantsInWords(grants.get(one.id) ?? []),
    }));
    const lines = accounts.map((account) => Object.values(account).join('\t'));
    if (lines.length > 0 || io.format === 'json') printResult(io, accounts, lines.join('\n'));
    return 0;
  });
}

function stateOf({ confirmed, suspended }: Account): string {
  if (suspended !== null) return 'suspended';
  return confirmed === null ? 'unconfirmed' : 'active';
}

export interface GrantOptions extends UsersOptions {
  readonly user: string;
  readonly level: string;
  /** The last day of the grant, `YYYY-MM-DD`. */
  readonly until?: string;
  /** The project or the dataset for which the level is granted; by default everywhere. */
  readonly project?: string;
  readonly dataset?: string;
  /** Path of a file with the polygon in which it is granted. */
  readonly area?: string;
}

/** Grants a level or a role. The owner of the account receives a mail from the running server. */
export async function grantUser(options: GrantOptions, io: CommandIo): Promise<ExitCode> {
  const rules = await rulesOf(options, io);
  if (!rules) return 1;
  const { level, until, project, dataset, area } = options;
  if (!grantable(rules).includes(level))
    throw new UsageError(
      `\`${level}\` cannot be granted. Use one of ${grantable(rules).join(', ')}.`,
    );
  const place = present({ project, dataset, area: area && readArea(area) });
  const read = scopeOf(place, rules);
  if ('fault' in read) throw new UsageError(`\`--${read.at}\`: ${read.fault}`);
  const { scope } = read;
  if (scope !== EVERYWHERE && rules.roles.includes(level))
    throw new UsageError('A role is valid everywhere. Leave the place out.');
  const end = until === undefined ? null : endOfDay(until);
  const decision = { level, scope, until: end, answer: '' };
  const where = scope === EVERYWHERE ? '' : area ? ' in the area' : ` in ${scope}`;
  return withAccount(options.user, io, async (store, account) => {
    await grant(store, account, decision, decider());
    printResult(
      io,
      { username: account.username, level, granted: true, until: until ?? null, ...place },
      `${account.username} now has ${level}${where}${until === undefined ? '' : ` until ${until}`}.`,
    );
    return 0;
  });
}

function readArea(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`\`--area\`: the file \`${file}\` cannot be read.`);
  }
}

/** Takes a level or a role away. */
export function revokeUser(
  { user, level }: { readonly user: string; readonly level: string },
  io: CommandIo,
): Promise<ExitCode> {
  return withAccount(user, io, async (store, account) => {
    if (!(await revoke(store, account, level, decider())))
      throw new UsageError(`${account.username} does not have ${level}.`);
    const { username } = account;
    printResult(io, { username, level, granted: false }, `${username} no longer has ${level}.`);
    return 0;
  });
}

/** Suspends an account, or ends its suspension. */
export function suspendUser(
  { user, end }: { readonly user: string; readonly end: boolean },
  io: CommandIo,
): Promise<ExitCode> {
  return withAccount(user, io, async (store, account) => {
    await suspend(store, account, !end, decider());
    const { username } = account;
    const state = end ? 'active' : 'suspended';
    printResult(io, { username, state }, `${username} is ${state}.`);
    return 0;
  });
}

export interface OperatorOptions extends UsersOptions {
  readonly user: string;
  readonly email: string;
}

/** Creates an account for an operator and prints its password, which can be changed after a login. */
export async function createOperator(options: OperatorOptions, io: CommandIo): Promise<ExitCode> {
  const rules = await rulesOf(options, io);
  if (!rules) return 1;
  const [role] = rules.roles;
  if (role === undefined)
    throw new UsageError(
      '`permissions` has no roles. Add `roles: [operator]` under `permissions`, beside `levels`.',
    );
  const email = normalEmail(options.email);
  if (!isEmail(email)) throw new UsageError('The address of e-mail is not valid.');
  if (!isUsername(options.user)) throw new UsageError('The user name is not valid.');
  const password = randomSecret(PASSWORD_LENGTH);
  return withStore(io, async (store) => {
    if (await store.accounts.byEmail(email))
      throw new UsageError('There is an account with this address. Use `atlas users grant`.');
    const hash = await new Passwords().hash(password);
    const { by, at } = decider();
    const id = await store.accounts.add({
      username: options.user,
      email,
      hash,
      firstName: '',
      lastName: '',
      fields: {},
      agreement: null,
      locale: rules.locale,
      created: at,
      confirmed: at,
      demonstration: false,
    });
    if (id === null) throw new UsageError('This user name is taken.');
    await store.grants.add({ account: id, level: role, scope: '', until: null, by, created: at });
    await store.audit.add({ at, by, action: 'created operator', account: id, detail: role });
    const { user: username } = options;
    printResult(io, { username, password }, `User name ${username}, password ${password}`);
    return 0;
  });
}

const PASSWORD_LENGTH = 16;

function decider(): Decider {
  return { by: 'command line', at: Date.now() };
}

/** Reads the levels and roles of the configuration; null if it has errors, which are printed. */
async function rulesOf(
  { config }: UsersOptions,
  io: CommandIo,
): Promise<(AccountRules & { readonly locale: string }) | null> {
  const valid = await openValid(config, io);
  if (!valid) return null;
  const { model } = valid.atlas;
  return { ...accountRules(model), locale: model.locales.session };
}

function withAccount(
  user: string,
  io: CommandIo,
  work: (store: AccountStore, account: Account) => Promise<ExitCode>,
): Promise<ExitCode> {
  return withStore(io, async (store) => {
    // A user name may look like the address of somebody else, so a text with `@` is an address only.
    const account = user.includes('@')
      ? await store.accounts.byEmail(normalEmail(user))
      : await store.accounts.byUsername(user);
    if (!account)
      throw new UsageError(
        `There is no account \`${user}\`. \`atlas users list\` lists them. An account is made when somebody registers at \`/account/register\`.`,
      );
    return work(store, account);
  });
}

async function withStore(
  { env }: CommandIo,
  work: (store: AccountStore) => Promise<ExitCode>,
): Promise<ExitCode> {
  const store = await openAccountStore(accountPlaceOf(env));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Returns the last moment of a day, UTC. Throws a `UsageError` for a day that is over. */
function endOfDay(day: string): number {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T23:59:59.999Z`) : NaN;
  if (Number.isNaN(time)) throw new UsageError('`--until` must be a day such as 2027-01-31.');
  if (time < Date.now()) throw new UsageError('`--until` must be today or a later day.');
  return time;
}
