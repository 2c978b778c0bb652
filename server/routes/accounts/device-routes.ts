/** The devices on which an account is logged in. */
import { devicesAnswer, doneAnswer, type DeviceAnswer, type DoneAnswer } from 'atlas-engine/http';
import {
  paramsOf,
  refusal,
  type AccountRoute,
  type Answer,
  type UserCall,
} from './account-route.ts';

export const DEVICE_ROUTES: readonly AccountRoute[] = [
  {
    method: 'GET',
    url: '/api/users/sessions',
    for: 'users',
    schema: { summary: 'The devices on which the account is logged in.', answer: devicesAnswer },
    answer: sendDevices,
  },
  {
    method: 'DELETE',
    url: '/api/users/sessions',
    for: 'users',
    schema: { summary: 'Ends the sessions of all other devices.', answer: doneAnswer },
    answer: endOthers,
  },
  {
    method: 'DELETE',
    url: '/api/users/sessions/:id',
    for: 'users',
    schema: {
      summary: 'Ends the session of a device.',
      params: paramsOf('The id of a device.'),
      answer: doneAnswer,
    },
    answer: endOne,
  },
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
  await accounts.sessions.refresh();
  return { body: { detail: 'ok' } satisfies DoneAnswer };
}

async function endOne({ accounts, request, user }: UserCall): Promise<Answer> {
  const { id } = request.params as { readonly id: string };
  const own = await accounts.store.sessions.ofAccount(user.account.id);
  const session = own.find((one) => String(one.id) === id);
  if (!session) throw refusal(404, 'Not found.');
  await accounts.store.sessions.remove(session.id);
  await accounts.sessions.refresh();
  const body: DoneAnswer = { detail: 'ok' };
  return { body, ...(session.id === user.session.id && { session: null }) };
}
