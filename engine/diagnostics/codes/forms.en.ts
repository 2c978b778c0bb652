import type { Lists, Numbers, Texts, Unknown } from '../parameters.ts';
import { change, code, names, nearest, unknown } from '../phrases.en.ts';
import { words } from '../words.ts';

/** The usual types of the fields that are not lines of text. */
const TYPES: Readonly<Record<string, string>> = {
  email: 'email',
  message: 'long-text',
  reason: 'long-text',
  password1: 'password',
  password2: 'password',
};

/** The words for forms. */
export const FORMS_WORDS = {
  'form-lacks-fields': words<Texts<'form'> & Lists<'missing'>>({
    short: 'Form lacks fields',
    message: (p) => `The form ${code(p.form)} lacks ${names(p.missing)}, which the server reads.`,
    advice: (p) =>
      p.missing.includes('agreement')
        ? 'Add the fields under these names. `agreement` is a field with `type: agreement` and a `page`, under any name.'
        : `Add the fields under these names, for example ${code(`${p.missing[0]}: { type: ${TYPES[p.missing[0]!] ?? 'text'}, label: { … }, required: true }`)}.`,
  }),
  'form-name': words<Texts<'found'> & { readonly what: 'field' | 'option' }>({
    short: 'Invalid name in a form',
    message: (p) => `${code(p.found)} cannot be the ${NAMED[p.what]}.`,
    advice: (p) => `Use ${ALLOWED[p.what]}.`,
  }),
  'form-key-unused': words<Texts<'field' | 'type' | 'key'>>({
    short: 'Key without effect in a form',
    message: (p) =>
      `${code(p.key)} has no effect on ${code(p.field)}, which is a field of type ${code(p.type)}.`,
    advice: (p) =>
      p.key === 'required'
        ? 'Remove it: an agreement is always required.'
        : 'Remove it, or correct the type.',
  }),
  'form-key-missing': words<Texts<'field' | 'type' | 'key'>>({
    short: 'Field without its options or page',
    message: (p) =>
      `The field ${code(p.field)} has the type ${code(p.type)}, but no ${code(p.key)}.`,
    advice: (p) =>
      p.key === 'page'
        ? 'Add the id of the page that visitors agree to: `page: data-agreement`.'
        : 'Add at least two options: `options: { ngo: { en: …, fr: … }, … }`.',
  }),
  'unknown-page': unknown('page', 'pages', 'Declare it under `pages:`.'),
  'unknown-form-field': words<Unknown>({
    short: 'Unknown field of the form',
    message: (p) => `The form has no field ${code(p.found)} above this one.`,
    advice: (p) => nearest(p, 'Declare the other field first.', 'The fields above are'),
  }),
  'bad-pattern': words<Texts<'found' | 'reason'>>({
    short: 'Invalid pattern',
    message: (p) => `${code(p.found)} is not a regular expression: ${p.reason}.`,
    advice: 'Write a regular expression of JavaScript, such as `[A-Z]{2}[0-9]+`, in quotes.',
  }),
  'lengths-order': words<Numbers<'min' | 'max'>>({
    short: 'Minimum above the maximum',
    message: (p) => `No text has at least ${p.min} and at most ${p.max} characters.`,
    advice: (p) => change('Write a lower number.', String(p.min), String(p.max)),
  }),
};

const NAMED = { field: 'name of a field', option: 'value of an option' } as const;
const ALLOWED = {
  field: 'small letters, digits and underscores, with a letter first: `organisation_type`',
  option: 'small letters, digits, hyphens and underscores: `education_academic`',
} as const;
