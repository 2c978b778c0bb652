/** A server of accounts for tests: it answers as the recorded dj-rest-auth server does. */
import type { AccessRequestAnswer, DeviceAnswer, OwnMessageAnswer } from 'atlas-engine/http';
import { adminAnswer } from './admin-answers.ts';

export interface StubRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface StubResponse {
  readonly status: number;
  readonly json?: unknown;
  /** Cookies to set, by name; an empty value removes one. */
  readonly cookies?: Readonly<Record<string, string>>;
}

const ANNA = {
  username: 'anna',
  email: 'anna@example.test',
  first_name: 'Anna',
  last_name: 'Moke',
};
const DETAIL = 'Authentication credentials were not provided.';

/** Returns a request for access to a level. */
export function requestFor(
  level: string,
  more: Pick<AccessRequestAnswer, 'state' | 'answer'>,
): AccessRequestAnswer {
  const reason = 'A study of customary tenure in one area.';
  return {
    id: 1,
    level,
    reason,
    created: '2026-11-20T08:00:00Z',
    decided: null,
    until: null,
    ...more,
  };
}

/** The answers to calls with an account, and those that tests replace to make a call fail. */
export class AccountServer {
  loggedIn = false;
  groups: readonly string[] = ['level-1'];
  requests: AccessRequestAnswer[] = [];
  /** Fields of the profile that only some accounts have, such as `operator`. */
  more: Readonly<Record<string, boolean>> = {};
  /** Whether the lists of operators have no entries. */
  hasEmptyLists = false;
  /** The calls so far, such as `POST /api/auth/login/`. */
  readonly calls: StubRequest[] = [];
  /** Responses that replace those of the server, by method and path. */
  readonly instead = new Map<string, StubResponse>();

  answer(request: StubRequest): StubResponse {
    this.calls.push(request);
    const [path = ''] = request.path.split('?');
    const name = `${request.method} ${path}`;
    const other = this.instead.get(name);
    if (other) return other;
    if (request.method !== 'GET' && request.headers['x-csrftoken'] === undefined)
      return { status: 403, json: { detail: 'CSRF Failed: CSRF token missing.' } };
    const answer = this.answers[name];
    if (answer) return answer(request);
    const json = this.loggedIn && this.more['operator'] && adminAnswer(name, this.hasEmptyLists);
    return json ? { status: 200, json } : { status: 404, json: { detail: 'Not found.' } };
  }

  private get answers(): Readonly<Record<string, (request: StubRequest) => StubResponse>> {
    const mine = (json: unknown): StubResponse =>
      this.loggedIn
        ? { status: 200, json, cookies: CSRF }
        : { status: 401, json: { detail: DETAIL }, cookies: CSRF };
    return {
      'GET /api/users/profile': () => mine({ ...ANNA, groups: this.groups, ...this.more }),
      'GET /api/setlang/': ({ path }) => ({
        status: 200,
        json: { language: path.split('=')[1] },
        cookies: CSRF,
      }),
      'POST /api/auth/login/': ({ body }) => this.login(body),
      'POST /api/auth/logout/': () => {
        this.loggedIn = false;
        return {
          status: 200,
          json: { detail: 'Successfully logged out.' },
          cookies: { sessionid: '', csrftoken: '' },
        };
      },
      'POST /api/auth/registration/': ({ body }) =>
        body['username'] === 'anna'
          ? { status: 400, json: { username: ['A user with that username already exists.'] } }
          : { status: 201, json: { detail: 'Verification e-mail sent.' } },
      'POST /api/auth/registration/resend-email/': () => ({ status: 200, json: { detail: 'ok' } }),
      'POST /api/auth/registration/verify-email/': ({ body }) => this.verify(body),
      'POST /api/auth/password/reset/': () => ({
        status: 200,
        json: { detail: 'Password reset e-mail has been sent.' },
      }),
      'POST /api/auth/password/reset/confirm/': ({ body }) =>
        body['token'] === 'good-token'
          ? { status: 200, json: { detail: 'Password has been reset with the new password.' } }
          : { status: 400, json: { token: ['Invalid value'] } },
      'POST /api/auth/password/change/': ({ body }) =>
        body['old_password'] === 'Forest-Atlas-9!'
          ? { status: 200, json: { detail: 'New password has been saved.' } }
          : { status: 400, json: { old_password: ['Invalid password.'] } },
      'POST /api/contact/': () => ({ status: 201, json: { detail: 'ok' } }),
      'GET /api/users/access-requests/': () => mine(this.requests),
      'GET /api/users/messages/': () => mine(MESSAGES),
      'POST /api/users/access-requests/': () => {
        this.requests = [requestFor('level-2', { state: 'open', answer: '' })];
        return { status: 201, json: this.requests[0] };
      },
      'POST /api/users/agreement/': () => {
        this.more = {};
        return { status: 200, json: { accepted: '2026-11-22' } };
      },
      'GET /api/users/sessions/': () => mine(DEVICES),
      'DELETE /api/users/sessions/2/': () => ({ status: 204 }),
      'GET /api/users/export/': () => mine({ account: ANNA }),
      'POST /api/users/delete/': ({ body }) =>
        body['password'] === 'Forest-Atlas-9!'
          ? { status: 204 }
          : { status: 400, json: { password: ['Invalid password.'] } },
    };
  }

  private verify({ key, password }: StubRequest['body']): StubResponse {
    if (key !== 'good:key') return { status: 404, json: { detail: 'Not found.' } };
    return password === 'Forest-Atlas-9!'
      ? { status: 200, json: { detail: 'ok' } }
      : { status: 400, json: { password: ['The password is not correct.'] } };
  }

  private login({ username, password }: StubRequest['body']): StubResponse {
    if (username !== 'anna' || password !== 'Forest-Atlas-9!')
      return {
        status: 400,
        json: { non_field_errors: ['Unable to log in with provided credentials.'] },
      };
    this.loggedIn = true;
    const key = '6bee345b78db10cb367fff3ca4b77e76bf1846dc';
    return { status: 200, json: { key }, cookies: { ...CSRF, sessionid: 's' } };
  }
}

const CSRF = { csrftoken: 'BGC9kt4tTZwzAI0I1XDvZqYkQhkiBoZu' };

const MESSAGE = { subject: 'The border', message: 'It is too far north.', answer: '' };
const MESSAGES: readonly OwnMessageAnswer[] = [
  {
    ...MESSAGE,
    id: 2,
    context: { layer: 'logging', object: 'UFA 10-047', view: '/#6/1/20' },
    created: '2026-11-20T08:00:00Z',
    done: '2026-11-21T08:00:00Z',
    answer: 'Thank you.\n\nIt is corrected now.',
  },
  { ...MESSAGE, id: 1, context: {}, created: '2026-11-19T08:00:00Z', done: null },
];

const SESSION = { network: '192.0.2.0/24', created: '2026-11-18T10:00:00Z' };
const DEVICES: readonly DeviceAnswer[] = [
  { ...SESSION, id: 1, device: 'Firefox, Linux', seen: '2026-11-22T10:00:00Z', current: true },
  { ...SESSION, id: 2, device: 'Chrome, Android', seen: '2026-11-19T10:00:00Z', current: false },
];
