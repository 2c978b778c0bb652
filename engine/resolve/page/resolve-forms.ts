/** Resolves the forms of the account and contact pages. */
import type * as Config from '../../../schemas/config.g.ts';
import { suggest } from '../../diagnostics/suggest.ts';
import { NEEDED_FIELDS, type Form, type FormField } from '../../model/forms.ts';
import { present } from '../../basics/present.ts';
import { lookUp, type ResolveContext } from '../context.ts';
import { entriesOf } from '../entries-of.ts';

const FIELD_NAME = /^[a-z][a-z0-9_]*$/;
const OPTION_VALUE = /^[a-z0-9][a-z0-9_-]*$/;

type TextType = 'text' | 'long-text' | 'email' | 'password';

/** The maximum number of characters of a text without `max-length`. */
const MAX_LENGTH: Readonly<Record<TextType, number>> = {
  text: 150,
  'long-text': 4000,
  email: 254,
  password: 128,
};

/** The keys that only some types have, and those that a type needs. */
const TEXT_KEYS = ['min-length', 'max-length', 'pattern', 'same-as'] as const;
const OWN_KEYS = [...TEXT_KEYS, 'options', 'page', 'autocomplete', 'required'] as const;
const KEYS_OF: Readonly<Record<Config.FormField['type'], readonly string[]>> = {
  text: [...TEXT_KEYS, 'autocomplete', 'required'],
  'long-text': [...TEXT_KEYS, 'autocomplete', 'required'],
  email: [...TEXT_KEYS, 'autocomplete', 'required'],
  password: [...TEXT_KEYS, 'autocomplete', 'required'],
  choice: ['options', 'autocomplete', 'required'],
  checkbox: ['required'],
  agreement: ['page'],
};

/** A field of the configuration, with its name and the names of the earlier fields. */
interface Place {
  readonly name: string;
  readonly raw: Config.FormField;
  readonly earlier: readonly string[];
}

/**
 * Resolves one form. Diagnostics: `form-lacks-fields`, `form-name`, `form-key-unused`,
 * `form-key-missing`, `unknown-page`, `unknown-form-field`, `bad-pattern`, `lengths-order`, those of
 * texts.
 */
export function resolveForm(raw: Config.Form, context: ResolveContext): Form {
  const { nodes, texts, report } = context;
  const names = Object.keys(raw.fields);
  const missing = NEEDED_FIELDS[raw.id].filter((name) => !names.includes(name));
  const agrees = Object.values(raw.fields).some(({ type }) => type === 'agreement');
  if (raw.id === 'registration' && !agrees) missing.push('agreement');
  if (missing.length > 0)
    report.error(
      'form-lacks-fields',
      { node: raw, key: 'fields', part: 'key' },
      { form: raw.id, missing },
    );
  const form = present({
    id: raw.id,
    title: texts.resolve(raw, 'title'),
    intro: texts.resolveOptional(raw, 'intro'),
    submit: texts.resolveOptional(raw, 'submit'),
    fields: entriesOf(raw.fields).flatMap(([name, field], i) => {
      reportName(name, { node: raw.fields, key: name, part: 'key' }, context);
      return resolveField({ name, raw: field, earlier: names.slice(0, i) }, context) ?? [];
    }),
  });
  nodes.set(form, raw);
  return form;
}

function resolveField(place: Place, context: ResolveContext): FormField | undefined {
  const { name, raw } = place;
  const { texts } = context;
  reportKeys(place, context);
  const common = present({
    name,
    label: texts.resolve(raw, 'label'),
    help: texts.resolveOptional(raw, 'help'),
    section: texts.resolveOptional(raw, 'section'),
    required: raw.required ?? raw.type === 'agreement',
    autocomplete: raw.autocomplete,
  });
  switch (raw.type) {
    case 'checkbox':
      return { ...common, type: raw.type };
    case 'choice':
      return { ...common, type: raw.type, options: resolveOptions(raw, context) };
    case 'agreement': {
      if (raw.page === undefined) return undefined;
      const page = lookUp('page', raw.page, { node: raw, key: 'page' }, context);
      return page && { ...common, type: raw.type, page };
    }
    default:
      return { ...common, type: raw.type, ...resolveRules(place, raw.type, context) };
  }
}

/** Resolves the rules of a text. */
function resolveRules(
  { raw, earlier }: Place,
  type: TextType,
  { report }: ResolveContext,
): { readonly maxLength: number; readonly minLength?: number } {
  const { 'min-length': minLength, pattern, 'same-as': sameAs } = raw;
  const maxLength = raw['max-length'] ?? MAX_LENGTH[type];
  if (minLength !== undefined && minLength > maxLength)
    report.error(
      'lengths-order',
      { node: raw, key: 'min-length' },
      { min: minLength, max: maxLength },
    );
  const fault = pattern === undefined ? null : faultOf(pattern);
  if (pattern !== undefined && fault !== null)
    report.error('bad-pattern', { node: raw, key: 'pattern' }, { found: pattern, reason: fault });
  if (sameAs !== undefined && !earlier.includes(sameAs))
    report.error(
      'unknown-form-field',
      { node: raw, key: 'same-as' },
      { found: sameAs, nearest: suggest(sameAs, earlier) ?? '', known: earlier },
    );
  return present({ minLength, maxLength, pattern, sameAs });
}

function resolveOptions(
  { options = {} }: Config.FormField,
  context: ResolveContext,
): { readonly value: string; readonly label: FormField['label'] }[] {
  return Object.keys(options).map((value) => {
    const at = { node: options, key: value };
    if (!OPTION_VALUE.test(value))
      context.report.error('form-name', { ...at, part: 'key' }, { found: value, what: 'option' });
    return { value, label: context.texts.resolve(options, value) };
  });
}

function reportName(
  name: string,
  at: { readonly node: object; readonly key: string; readonly part: 'key' },
  { report }: ResolveContext,
): void {
  if (!FIELD_NAME.test(name)) report.error('form-name', at, { found: name, what: 'field' });
}

/** Reports keys that the type does not have, and the key without which it means nothing. */
function reportKeys({ name, raw }: Place, { report }: ResolveContext): void {
  const { type } = raw;
  for (const key of OWN_KEYS)
    if (raw[key] !== undefined && !KEYS_OF[type].includes(key))
      report.error('form-key-unused', { node: raw, key, part: 'key' }, { field: name, type, key });
  const needed = type === 'choice' ? 'options' : type === 'agreement' ? 'page' : null;
  if (needed !== null && raw[needed] === undefined)
    report.error(
      'form-key-missing',
      { node: raw, key: 'type' },
      { field: name, type, key: needed },
    );
}

/** Returns why a text is not a regular expression; null if it is one. */
function faultOf(pattern: string): string | null {
  try {
    new RegExp(pattern, 'u');
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^.*?: (?=[^:]*$)/, '') : '';
  }
}
