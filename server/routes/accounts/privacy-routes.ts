/** A person's own data: export and deletion. */
import { invalid, type AccountRoute, type Answer, type UserCall } from './account-route.ts';
import { checkPassword, WRONG_PASSWORD } from './login-routes.ts';
import { PASSWORD, readFields } from './read-fields.ts';

export const PRIVACY_ROUTES: readonly AccountRoute[] = [
  { method: 'GET', url: '/api/users/export', for: 'users', answer: exportAccount },
  { method: 'POST', url: '/api/users/delete', for: 'users', answer: deleteAccount },
];

/** Sends everything that is stored about the person, except secrets. */
async function exportAccount({ accounts: { store }, user }: UserCall): Promise<Answer> {
  const { hash: _secret, ...account } = user.account;
  const { id } = account;
  const data = {
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
  const { password } = readFields(body, { password: PASSWORD });
  const attempt = { account, username: account.username, password, ip: request.ip };
  if (!(await checkPassword(accounts, attempt))) throw invalid(WRONG_PASSWORD);
  await accounts.store.transaction(async (tables) => {
    if (!(await tables.accounts.keepsPassword(account))) throw invalid(WRONG_PASSWORD);
    await tables.accounts.remove(account.id);
    await tables.audit.forget(account.id);
    const line = { at: accounts.now(), by: 'owner', account: account.id };
    await tables.audit.add({ ...line, action: 'deleted', detail: '' });
  });
  await accounts.sessions.look();
  return { body: { detail: 'ok' }, session: null, csrf: 'take' };
}
