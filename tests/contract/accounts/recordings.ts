/** The recorded answers of a dj-rest-auth server, and how an answer is compared with them. */
import { readFileSync } from 'node:fs';

export interface RecordedCookie {
  readonly name: string;
  readonly empty: boolean;
  readonly max_age: string;
  readonly httponly: boolean;
  readonly samesite: string;
  readonly path: string;
}

export interface RecordedCase {
  readonly name: string;
  readonly request: {
    readonly method: 'GET' | 'POST' | 'PATCH' | 'OPTIONS';
    readonly path: string;
    readonly json: unknown;
    readonly raw: string | null;
    readonly headers: Readonly<Record<string, string>>;
    /** The cookies of the client after the answer. */
    readonly cookies: readonly string[];
  };
  readonly response: {
    readonly status: number;
    readonly set_cookies: readonly RecordedCookie[];
    readonly body: unknown;
  };
}

interface Recordings {
  readonly cases: readonly (RecordedCase | { readonly name: string; readonly mail: string })[];
}

const FILE = new URL('./dj-rest-auth.json', import.meta.url);

/** Returns the recorded cases in their order, without the mails. */
export function recordedCases(): readonly RecordedCase[] {
  const { cases } = JSON.parse(readFileSync(FILE, 'utf8')) as Recordings;
  return cases.filter((one): one is RecordedCase => 'request' in one);
}

/** The part of an answer that is compared: status, keys, types of values, cookies. */
export interface Shape {
  readonly status: number;
  readonly body: unknown;
  readonly cookies: readonly Omit<RecordedCookie, 'path'>[];
}

/** Replaces every value by its type; a list has the types of its first element. */
export function typesOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(typesOf);
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, its]) => [key, typesOf(its)]),
  );
}

/** Reads a value of `Set-Cookie` in the form of the recordings. */
export function cookieShape(text: string): RecordedCookie & { readonly value: string } {
  const [pair = '', ...attributes] = text.split(/;\s*/);
  const [name = '', value = ''] = pair.split('=');
  const of = (wanted: string) =>
    attributes.find((one) => one.toLowerCase().startsWith(`${wanted}=`))?.split('=')[1] ?? '';
  return {
    name,
    value,
    empty: value === '',
    max_age: of('max-age'),
    samesite: of('samesite'),
    httponly: attributes.some((one) => one.toLowerCase() === 'httponly'),
    path: of('path'),
  };
}
