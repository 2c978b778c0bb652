/** The form of the routes of accounts, and what they answer. */
import type { Readable } from 'node:stream';
import type { FastifyRequest, FastifySchema } from 'fastify';
import type { Accounts } from '../../accounts/accounts.ts';
import type { RequestLimitName } from '../../accounts/account-limits.ts';
import { HttpError, idOf, type ErrorStatus } from '../../http/errors.ts';
import { retryAfter } from '../../http/request-limits.ts';
import type { LoggedIn } from '../../accounts/session-reader.ts';

/** The fields of a request body; empty for a request without a body. */
export type Body = Readonly<Record<string, unknown>>;

/** A request that has passed the checks of its route. */
export interface Call {
  readonly request: FastifyRequest;
  readonly accounts: Accounts;
  readonly body: Body;
  /** The account of the session or key; null for a visitor without one. */
  readonly user: LoggedIn | null;
  /** True if the client presented a key, not a cookie. */
  readonly hasKey: boolean;
}

/** A request of a visitor who is logged in. */
export type UserCall = Call & { readonly user: LoggedIn };

export interface Answer {
  readonly status?: number;
  /** The body, sent as JSON; a text and a stream are sent as they are. */
  readonly body: object | string | Readable;
  readonly headers?: Readonly<Record<string, string>>;
  /** The secret of a new session, or null to end that of the client. Default: no change. */
  readonly session?: string | null;
  /** Whether the CSRF cookie is given to a client that lacks it, or taken away. */
  readonly csrf?: 'give' | 'take';
  /** The language to remember. */
  readonly language?: string;
}

/** The description of a route; who may call it is added. */
type RouteSchema = Omit<FastifySchema, 'callers'> & { readonly summary: string };

interface RouteParts {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
  /** The address without a slash at its end; it is also served with one. */
  readonly url: string;
  /** The limit on requests from one address; default: none. */
  readonly limit?: RequestLimitName;
  /** Maximum bytes of the body. */
  readonly bodyLimit?: number;
  /** Describes the route in OpenAPI. */
  readonly schema: RouteSchema;
  /** True if the answer gives the CSRF cookie, errors included. */
  readonly csrf?: boolean;
}

/** A route of accounts. `for` says who may call it. */
export type AccountRoute =
  | (RouteParts & {
      readonly for: 'everyone';
      readonly answer: (call: Call) => Promise<Answer>;
    })
  | (RouteParts & {
      readonly for: 'users' | 'operators';
      readonly answer: (call: UserCall) => Promise<Answer>;
    });

/** Returns the schema of the parameter `id` of an address. */
export function paramsOf(description: string): object {
  return { type: 'object', properties: { id: { type: 'string', description } } };
}

/** Thrown to end a request with a body in the form of the interface of accounts. */
export class Refusal extends HttpError {
  readonly body: object;

  constructor(status: ErrorStatus, body: object, headers: Readonly<Record<string, string>> = {}) {
    super(idOf(status), { headers });
    this.body = body;
  }
}

/** Returns the refusal with one sentence under `detail`. */
export function refusal(
  status: ErrorStatus,
  detail: string,
  headers?: Readonly<Record<string, string>>,
): Refusal {
  return new Refusal(status, { detail }, headers);
}

/** Returns the refusal of values, with sentences by field. */
export function invalid(faults: Readonly<Record<string, readonly string[]>>): Refusal {
  return new Refusal(400, faults);
}

/** Returns the refusal of values that do not fit together. */
export function unfit(...faults: readonly string[]): Refusal {
  return invalid({ non_field_errors: faults });
}

/** Returns the refusal of a call that comes too early; `wait` is in milliseconds. */
export function tooMany(wait: number): Refusal {
  const seconds = retryAfter(wait);
  return refusal(429, `Request was throttled. Expected available in ${seconds} seconds.`, {
    'retry-after': seconds,
  });
}
