/** Reads the fields of a body, with the sentences of the recorded interface. */
import { isEmail, normalEmail } from '../../accounts/names.ts';
import { invalid, unfit, type Body } from './account-route.ts';

export interface FieldRules {
  /** If false, the field may be absent or empty; it is then the empty text. */
  readonly required?: boolean;
  readonly longest?: number;
  /** If true, line breaks are allowed. */
  readonly lines?: boolean;
  /** If true, spaces around the text are kept. */
  readonly exact?: boolean;
  /** Returns what is wrong with the text, one sentence each. */
  readonly check?: (text: string) => readonly string[];
}

/** The rules of texts in a request, by its keys. */
export type FieldsOf<Request> = Readonly<Partial<Record<keyof Request, FieldRules>>>;

const LONGEST = 150;

/** Control characters other than line breaks and tabs. */
// oxlint-disable-next-line no-control-regex -- these characters are searched for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
const LINES = /[\r\n\u0085\u2028\u2029]/;

/** Reads texts from a body. Throws a `Refusal` that names every field with a fault. */
export function readFields<Name extends string>(
  body: Body,
  fields: Readonly<Record<Name, FieldRules>>,
  more: (
    texts: Readonly<Record<Name, string>>,
  ) => Readonly<Record<string, readonly string[]>> = () => ({}),
): Readonly<Record<Name, string>> {
  const names = Object.keys(fields) as Name[];
  const read = names.map((name) => [name, readField(body[name], fields[name])] as const);
  const faults = read.flatMap(([name, { faults: its }]) =>
    its.length > 0 ? [[name, its] as const] : [],
  );
  const texts = Object.fromEntries(read.map(([name, { text }]) => [name, text])) as Record<
    Name,
    string
  >;
  const all = { ...more(texts), ...Object.fromEntries(faults) };
  if (Object.keys(all).length > 0) throw invalid(all);
  return texts;
}

/** An address of e-mail. */
export const EMAIL: FieldRules = {
  longest: 254,
  check: (text) => (isEmail(normalEmail(text)) ? [] : ['Enter a valid email address.']),
};

/** A password as it was typed. */
export const PASSWORD: FieldRules = { exact: true, longest: 1_000 };

function readField(
  value: unknown,
  rules: FieldRules,
): { readonly text: string; readonly faults: readonly string[] } {
  const { required = true, exact = false } = rules;
  if (value === undefined || value === null || value === '') {
    const fault = missing(value);
    return { text: '', faults: required ? [fault] : [] };
  }
  if (typeof value !== 'string') return { text: '', faults: ['Not a valid string.'] };
  const text = exact ? value : value.trim();
  if (text === '') return { text, faults: required ? [missing('')] : [] };
  return { text, faults: faultsOf(text, rules) };
}

function missing(value: undefined | null | ''): string {
  if (value === undefined) return 'This field is required.';
  return value === null ? 'This field may not be null.' : 'This field may not be blank.';
}

function faultsOf(
  text: string,
  { longest = LONGEST, lines = false, exact = false, check }: FieldRules,
): readonly string[] {
  if (text.includes('\0')) return ['Null characters are not allowed.'];
  if (text.length > longest) return [`Ensure this field has no more than ${longest} characters.`];
  const faults = check?.(text) ?? [];
  if (faults.length > 0 || exact) return faults;
  const isPlain = !CONTROL.test(text) && (lines || !LINES.test(text));
  return isPlain ? [] : ['Control characters are not allowed.'];
}

/** Returns the body of a request as fields. Throws a `Refusal` for a list or a single value. */
export function bodyOf(body: unknown): Body {
  if (body === undefined || body === null) return {};
  if (typeof body === 'object' && !Array.isArray(body)) return body as Body;
  const kind = Array.isArray(body) ? 'list' : typeof body;
  throw unfit(`Invalid data. Expected a dictionary, but got ${kind}.`);
}
