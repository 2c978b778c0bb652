import type { AccountDocument, BundleAccount } from '../bundle/account.ts';
import type { CompiledForm, FieldSchema, FieldUi } from '../bundle/bundle.ts';
import { ACCOUNT_WORD_GROUPS } from '../bundle/words.ts';
import type { Form, FormField } from '../model/forms.ts';
import type { AtlasModel } from '../model/model.ts';
import { present } from '../basics/present.ts';
import type { CompileOptions } from './compile-options.ts';
import { compileRichText } from './compile-rich-text.ts';
import { wordsOf } from './compile-words.ts';

/** The account and contact screens of an atlas, by language. */
export interface CompiledAccount {
  readonly entry: BundleAccount;
  readonly document: AccountDocument;
}

/** Compiles the texts and forms of the account and contact screens in one language. */
export function compileAccount(
  { forms, words }: Pick<AtlasModel, 'forms' | 'words'>,
  locale: string,
  { hash }: Pick<CompileOptions, 'hash'>,
): CompiledAccount {
  const document: AccountDocument = {
    words: wordsOf(words[locale]!, ACCOUNT_WORD_GROUPS) as AccountDocument['words'],
    forms: forms.map((form) => compileForm(form, locale)),
  };
  const path = `/atlas/account.${hash(JSON.stringify(document))}.${locale}.json`;
  return { entry: { document: path, forms: forms.map(({ id }) => id) }, document };
}

/** Compiles a form to JSON Schema and the way to draw it. */
function compileForm({ id, fields, ...texts }: Form, locale: string): CompiledForm {
  const { title, intro, submit } = texts;
  return present({
    id,
    title: title[locale]!,
    intro: intro && compileRichText(intro[locale]!),
    submit: submit?.[locale],
    schema: {
      type: 'object' as const,
      required: fields.filter(({ required }) => required).map(({ name }) => name),
      properties: Object.fromEntries(
        fields.map((field) => [field.name, fieldSchema(field, locale)] as const),
      ),
      additionalProperties: false as const,
    },
    ui: Object.fromEntries(fields.map((field) => [field.name, fieldUi(field, locale)] as const)),
  });
}

function fieldSchema(field: FormField, locale: string): FieldSchema {
  const title = field.label[locale]!;
  switch (field.type) {
    case 'checkbox':
      return field.required ? { type: 'boolean', title, const: true } : { type: 'boolean', title };
    case 'choice':
      return { type: 'string', title, enum: field.options.map(({ value }) => value) };
    case 'agreement':
      return { type: 'string', title, const: field.page.date };
    default: {
      const { required, type, minLength, maxLength, pattern, sameAs } = field;
      return present({
        type: 'string' as const,
        title,
        minLength,
        maxLength,
        pattern: pattern === undefined ? (required ? NOT_EMPTY : undefined) : `^(?:${pattern})$`,
        format: type === 'email' ? ('email' as const) : undefined,
        'x-same-as': sameAs,
      });
    }
  }
}

/** A required text has at least one character that is not a space. */
const NOT_EMPTY = '\\S';

function fieldUi(field: FormField, locale: string): FieldUi {
  const { help, section, autocomplete, type } = field;
  return present({
    widget: type === 'agreement' ? ('checkbox' as const) : type,
    help: help?.[locale],
    section: section?.[locale],
    autocomplete,
    labels: type === 'choice' ? field.options.map(({ label }) => label[locale]!) : undefined,
    page: type === 'agreement' ? field.page.id : undefined,
  });
}
