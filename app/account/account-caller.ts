/** Calls in the name of the account: in the language of the page, and with the key of its session. */
import { fits, refusalAnswer, type Shape } from 'atlas-engine/http';
import { request, type Guard, type Outcome } from '../net/http-client.ts';
import type { RequestOptions } from '../net/request-options.ts';
import type { LeftSession } from './left-session.ts';

export interface CallSurroundings {
  /** The language of the page, in which the server writes mails. */
  readonly locale: () => string;
  /** The key of the token scheme; null under the session scheme. */
  readonly key: () => string | null;
}

export interface Call extends Pick<RequestOptions, 'method' | 'body'> {
  /** False for login, registration and reset, which never send a key. */
  readonly withKey?: boolean;
  /** The session that the call is for, in place of that of the page. */
  readonly as?: LeftSession;
}

/** Milliseconds until a call is given up. */
const TIMEOUT_MS = 30_000;

export class AccountCaller {
  private readonly surroundings: CallSurroundings;
  private readonly timeout: number;

  constructor(surroundings: CallSurroundings, timeout = TIMEOUT_MS) {
    this.surroundings = surroundings;
    this.timeout = timeout;
  }

  /** Sends a call and reads its answer. */
  read<T>(path: string, answer: Shape<T>, call: Call = {}): Promise<Outcome<T>> {
    return this.send(path, call, (value): value is T => fits(answer, value));
  }

  /** Sends a call whose answer may be any JSON, or empty. */
  any(path: string, call: Call): Promise<Outcome<unknown>> {
    return this.send(path, call, (_value): _value is unknown => true);
  }

  /** Sends a call whose answer has no value. */
  async done(path: string, call: Call): Promise<Outcome<null>> {
    return mapped(await this.any(path, call), () => null);
  }

  private send<T>(
    path: string,
    { withKey = true, as, ...call }: Call,
    guard: Guard<T>,
  ): Promise<Outcome<T>> {
    const { locale, key } = this.surroundings;
    const secret = withKey ? (as ?? { key: key() }).key : null;
    const headers = {
      'accept-language': locale(),
      ...(typeof as?.token === 'string' && { 'x-csrftoken': as.token }),
      ...(secret !== null && { authorization: `Token ${secret}` }),
    };
    return request(path, { ...call, headers, timeout: this.timeout, fieldsIn }, (text) => {
      const value = valueIn(text);
      return guard(value) ? value : undefined;
    });
  }
}

/** An empty answer is null. */
function valueIn(text: string): unknown {
  return text === '' ? null : JSON.parse(text);
}

function fieldsIn(text: string): readonly string[] {
  try {
    const value = valueIn(text);
    return fits(refusalAnswer, value) ? Object.keys(value) : [];
  } catch {
    return [];
  }
}

/** Changes the value of an outcome. */
export function mapped<T, Changed>(
  outcome: Outcome<T>,
  change: (value: T) => Changed,
): Outcome<Changed> {
  return outcome.ok ? { ok: true, value: change(outcome.value) } : outcome;
}
