import type { LightMyRequestResponse } from 'fastify';
import { SITE, type AccountSite } from './account-site.ts';
import { cookieShape } from './recordings.ts';

type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';

/** A browser: its cookies, and calls as the application sends them. */
export class Client {
  readonly cookies = new Map<string, string>();
  readonly #site: Pick<AccountSite, 'app'>;
  readonly #address: () => string;

  /** `address` returns the address of the browser at each call. */
  constructor(site: Pick<AccountSite, 'app'>, address: () => string = () => '192.0.2.1') {
    this.#site = site;
    this.#address = address;
  }

  /** A browser elsewhere that has the same cookies, as a thief has. */
  copy(): Client {
    const other = new Client(this.#site, this.#address);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    return other;
  }

  async call(
    method: Method,
    url: string,
    { body, headers = {} }: { body?: object | string; headers?: Record<string, string> } = {},
  ): Promise<LightMyRequestResponse> {
    const token = this.cookies.get('csrftoken');
    const answer = await this.#site.app.inject({
      method,
      url,
      remoteAddress: this.#address(),
      headers: {
        ...(method !== 'GET' && { origin: SITE }),
        ...(token !== undefined && { 'x-csrftoken': token }),
        ...(this.cookies.size > 0 && {
          cookie: [...this.cookies].map((pair) => pair.join('=')).join('; '),
        }),
        ...headers,
      },
      ...(body !== undefined && { payload: body }),
    });
    for (const text of [answer.headers['set-cookie'] ?? []].flat()) {
      const cookie = cookieShape(text);
      if (cookie.empty) this.cookies.delete(cookie.name);
      else this.cookies.set(cookie.name, cookie.value);
    }
    return answer;
  }

  post(url: string, body: object): Promise<LightMyRequestResponse> {
    return this.call('POST', url, { body });
  }

  login(username: string, password: string): Promise<LightMyRequestResponse> {
    return this.post('/api/auth/login/', { username, password });
  }

  /** Returns the status of the profile: 200 with a valid session, else 401. */
  async profile(): Promise<number> {
    return (await this.call('GET', '/api/users/profile')).statusCode;
  }
}

/** Returns the parts of the first link of a mail that confirms an address or resets a password. */
export function linkIn(text: string): string[] {
  return /\/(?:confirm-email|password-reset-confirm)\/([\w/]+)/.exec(text)![1]!.split('/');
}
