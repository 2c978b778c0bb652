import type { Page, Text } from './texts.ts';

/** A form of the account and contact pages. */
export interface Form {
  readonly id: 'registration' | 'access-request' | 'contact';
  readonly title: Text;
  /** Markdown. */
  readonly intro?: Text;
  readonly submit?: Text;
  /** In the order of the form. */
  readonly fields: readonly FormField[];
}

interface FieldCommon {
  readonly name: string;
  readonly label: Text;
  readonly help?: Text;
  /** A heading above the field. */
  readonly section?: Text;
  readonly required: boolean;
  /** The value of the HTML attribute. */
  readonly autocomplete?: string;
}

export type FormField = FieldCommon &
  (
    | {
        readonly type: 'text' | 'long-text' | 'email' | 'password';
        /** Limits of the number of characters. */
        readonly minLength?: number;
        readonly maxLength: number;
        /** A regular expression (flag `u`) that the whole text must match. */
        readonly pattern?: string;
        /** The name of a field with the same value. */
        readonly sameAs?: string;
      }
    | {
        readonly type: 'choice';
        readonly options: readonly { readonly value: string; readonly label: Text }[];
      }
    | { readonly type: 'checkbox' }
    | { readonly type: 'agreement'; readonly page: Page }
  );

/**
 * The names of the fields that the server reads, by form. A registration also needs a field of type
 * `agreement`, which `resolve-forms.ts` checks.
 */
export const NEEDED_FIELDS: Readonly<Record<Form['id'], readonly string[]>> = {
  registration: ['username', 'email', 'password1', 'password2'],
  'access-request': ['reason'],
  contact: ['name', 'email', 'subject', 'message'],
};
