import { vi } from 'vitest';
import { AuthClient } from '../../../../app/account/auth-client.ts';

/** A request as the stub receives it. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A response of the stub. `cookies` are those of the browser afterwards. */
export interface Reply {
  readonly status: number;
  readonly json?: unknown;
  /** A body that is not JSON. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly csrf?: string | null;
  /** The address of the response after a redirect. */
  readonly redirectedTo?: string;
}

export const ORIGIN = 'https://atlas.example.org';

/** A browser with a client, and the requests that reached the server. */
export interface Stub {
  readonly client: AuthClient;
  readonly received: Received[];
  csrf: string | null;
  key: string | null;
}

/**
 * Makes a client whose requests `answer` answers, in place of those of an earlier stub. An answer may
 * throw, as a lost connection does.
 */
export function stubOf(answer: (request: Received, stub: Stub) => Reply): Stub {
  const received: Received[] = [];
  const respond = (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const request: Received = {
      method: init.method ?? 'GET',
      path: String(address).replace(ORIGIN, ''),
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : null,
    };
    if (init.credentials !== 'same-origin') throw new Error('A call was sent without cookies.');
    received.push(request);
    const reply = answer(request, stub);
    if (reply.csrf !== undefined) stub.csrf = reply.csrf;
    const body = reply.json === undefined ? (reply.text ?? null) : JSON.stringify(reply.json);
    const response = new Response(reply.status === 204 ? null : body, {
      status: reply.status,
      headers: reply.headers ?? {},
    });
    const url = `${ORIGIN}${reply.redirectedTo ?? request.path}`;
    Object.defineProperties(response, {
      url: { value: url },
      redirected: { value: reply.redirectedTo !== undefined },
    });
    return Promise.resolve(response);
  };
  vi.stubGlobal('fetch', async (...request: Parameters<typeof respond>) => respond(...request));
  vi.stubGlobal('location', { origin: ORIGIN });
  vi.stubGlobal('document', {
    get cookie(): string {
      return stub.csrf === null ? 'a=b' : `a=b; csrftoken=${stub.csrf}`;
    },
  });
  const stub: Stub = {
    client: new AuthClient({ locale: () => 'fr', key: () => stub.key }),
    received,
    csrf: 'token',
    key: null,
  };
  return stub;
}
