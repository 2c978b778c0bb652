/** The devices on which an account is logged in. */
import { devicesAnswer, type DeviceAnswer } from 'atlas-engine/http';
import { refusal, type AccountRoute, type Answer, type UserCall } from './account-route.ts';

const DEVICES = {
  summary: 'The devices on which the account is logged in.',
  forAccounts: true,
  answer: devicesAnswer,
} as const;

export const DEVICE_ROUTES: readonly AccountRoute[] = [
  { method: 'GET', url: '/api/users/sessions', for: 'users', schema: DEVICES, answer: sendDevices },
  { method: 'DELETE', url: '/api/users/sessions', for: 'users', answer: endOthers },
  { method: 'DELETE', url: '/api/users/sessions/:id', for: 'users', answer: endOne },
];

async function sendDevices({ accounts, user }: UserCall): Promise<Answer> {
  const sessions = await accounts.store.sessions.ofAccount(user.account.id);
  const alive = sessions.filter(({ expires }) => expires >= accounts.now());
  const body = alive.map(({ id, device, network, created, seen }): DeviceAnswer => ({
    id,
    device,
    network,
    created: new Date(created).toISOString(),
    seen: new Date(seen).toISOString(),
    current: id === user.session.id,
  }));
  return { body };
}

/** Ends the sessions of all other devices. */
async function endOthers({ accounts, user }: UserCall): Promise<Answer> {
  await accounts.store.sessions.removeAll(user.account.id, user.session.id);
  await accounts.sessions.look();
  return { body: { detail: 'ok' } };
}

async function endOne({ accounts, request, user }: UserCall): Promise<Answer> {
  const { id } = request.params as { readonly id: string };
  const own = await accounts.store.sessions.ofAccount(user.account.id);
  const session = own.find((one) => String(one.id) === id);
  if (!session) throw refusal(404, 'Not found.');
  await accounts.store.sessions.remove(session.id);
  await accounts.sessions.look();
  return { body: { detail: 'ok' }, ...(session.id === user.session.id && { session: null }) };
}
