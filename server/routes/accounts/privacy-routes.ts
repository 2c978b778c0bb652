/** A person's own data: export and deletion. */
import {
  deletionRequest,
  doneAnswer,
  exportAnswer,
  type DeletionRequest,
  type DoneAnswer,
  type ExportAnswer,
} from 'atlas-engine/http';
import { invalid, type AccountRoute, type Answer, type UserCall } from './account-route.ts';
import { checkPassword, TOO_MANY_GUESSES, WRONG_PASSWORD } from './login-routes.ts';
import { PASSWORD, readFields, type FieldsOf } from './read-fields.ts';

export const PRIVACY_ROUTES: readonly AccountRoute[] = [
  {
    method: 'GET',
    url: '/api/users/export',
    for: 'users',
    schema: {
      summary: 'Everything that is stored about the person, except secrets.',
      answer: exportAnswer,
    },
    answer: exportAccount,
  },
  {
    method: 'POST',
    url: '/api/users/delete',
    for: 'users',
    schema: {
      summary: 'Deletes the account.',
      request: deletionRequest,
      answer: doneAnswer,
      answers: { 429: TOO_MANY_GUESSES },
    },
    answer: deleteAccount,
  },
];

const OWNER = { password: PASSWORD } satisfies FieldsOf<DeletionRequest>;

/** Sends everything that is stored about the person, except secrets. */
async function exportAccount({ accounts: { store }, user }: UserCall): Promise<Answer> {
  const { hash: _secret, ...account } = user.account;
  const { id } = account;
  const data: ExportAnswer = {
    account,
    grants: await store.grants.ofAccount(id),
    sessions: await store.sessions.ofAccount(id),
    networks: await store.sessions.networks(id),
    requests: await store.requests.ofAccount(id),
    messages: await store.messages.ofAccount(id),
    downloads: await store.downloads.ofAccount(id),
    audit: await store.audit.ofAccount(id),
  };
  return {
    body: JSON.stringify(data, null, 2),
    headers: { 'content-disposition': 'attachment; filename="account.json"' },
  };
}

/** The jobs of downloads go with the account; their files are removed within a minute. */
async function deleteAccount({ accounts, body, request, user }: UserCall): Promise<Answer> {
  const { account } = user;
  const { password } = readFields(body, OWNER);
  const attempt = { account, username: account.username, password, ip: request.ip };
  if (!(await checkPassword(accounts, attempt))) throw invalid(WRONG_PASSWORD);
  await accounts.store.transaction(async (tables) => {
    if (!(await tables.accounts.keepsPassword(account))) throw invalid(WRONG_PASSWORD);
    await tables.accounts.remove(account.id);
    await tables.audit.forget(account.id);
    const line = { at: accounts.now(), by: 'owner', account: account.id };
    await tables.audit.add({ ...line, action: 'deleted', detail: '' });
  });
  await accounts.sessions.refresh();
  return { body: { detail: 'ok' } satisfies DoneAnswer, session: null, csrf: 'take' };
}
