/** The confirmation of the address of a registration. */
import type { ConfirmationRequest, DoneAnswer } from 'atlas-engine/http';
import type { Account } from '../../accounts/account.ts';
import type { AccountTables } from '../../accounts/account-store.ts';
import { endedLine } from '../../accounts/ended-registration.ts';
import { hashSecret } from '../../accounts/secrets.ts';
import { invalid, refusal, type Answer, type Call } from './account-route.ts';
import { announcement } from './announcement.ts';
import { checkPassword, WRONG_PASSWORD } from './login-routes.ts';
import { PASSWORD, readFields, type FieldsOf } from './read-fields.ts';

/** The password is read only with a valid link. */
const LINK = { key: {} } satisfies FieldsOf<ConfirmationRequest>;
const OWNER = { password: PASSWORD } satisfies FieldsOf<ConfirmationRequest>;

/**
 * Confirms the address of a registration by the key of a link and the password of the registration:
 * anyone can register with the address of someone else, who would receive the link. A wrong password
 * leaves the link valid.
 */
export async function confirmRegistration(call: Call): Promise<Answer> {
  const { accounts, body, request } = call;
  const { store, now } = accounts;
  const hash = hashSecret(readFields(body, LINK).key);
  const id = await store.keys.find('confirm', hash, now());
  const account = id === null ? null : await store.accounts.byId(id);
  if (!account || account.suspended !== null) throw noLink();
  const { password } = readFields(body, OWNER);
  const { username } = account;
  const attempt = { account, username, password, ip: request.ip, hasLink: true };
  if (!(await checkPassword(accounts, attempt))) throw invalid(WRONG_PASSWORD);
  await store.transaction(async (tables) => {
    const isConfirmed =
      (await tables.accounts.confirm(account.id, now())) &&
      (await tables.accounts.keepsPassword(account)) &&
      // Of two calls at once, one takes the key.
      (await tables.keys.take('confirm', hash, now())) !== null;
    if (!isConfirmed) throw noLink();
    await endOthers(tables, account, now());
    await announceRequests(call, tables, account);
  });
  accounts.sendMails();
  return { body: { detail: 'ok' } satisfies DoneAnswer };
}

function noLink(): Error {
  return refusal(404, 'Not found.');
}

/** Ends the other registrations of an address that has been confirmed. Operators see them. */
async function endOthers(
  { accounts, audit }: AccountTables,
  { id: account, email }: Account,
  at: number,
): Promise<void> {
  for (const other of await accounts.waiting(email)) {
    await audit.add(endedLine(other, { account, at }));
    await accounts.remove(other.id);
  }
}

/** Informs operators about the requests of an account when its address is confirmed. */
async function announceRequests(
  { accounts, request }: Call,
  { mails, requests }: AccountTables,
  { id, username }: Account,
): Promise<void> {
  const locale = request.atlas.snapshot.locales.session;
  for (const { level, reason } of await requests.ofAccount(id)) {
    const values = { username, level, reason };
    const created = accounts.now();
    const mail = announcement(accounts, { kind: 'request', values, locale, created });
    if (mail) await mails.add(mail);
  }
}
