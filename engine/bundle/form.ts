/** Forms as a browser and the server receive them: JSON Schema, and how to draw it. */
import type { RichText } from './rich-text.ts';

export type FormId = 'registration' | 'access-request' | 'contact';

/** A form in one language. */
export interface CompiledForm {
  readonly id: FormId;
  readonly title: string;
  readonly intro?: RichText;
  /** The text of the button. */
  readonly submit?: string;
  readonly schema: FormSchema;
  /** By field. */
  readonly ui: Readonly<Record<string, FieldUi>>;
}

/** The rules of a form: JSON Schema with these keywords only. `checkForm` applies them. */
export interface FormSchema {
  readonly type: 'object';
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, FieldSchema>>;
  readonly additionalProperties: false;
}

export type FieldSchema = TextSchema | BooleanSchema;

/** A text, one of the options (`enum`), or an accepted version of a page (`const`). */
export interface TextSchema {
  readonly type: 'string';
  readonly title: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A regular expression with the flag `u`. */
  readonly pattern?: string;
  readonly format?: 'email';
  readonly enum?: readonly string[];
  readonly const?: string;
  /** The field that must have the same value. Other validators ignore this keyword. */
  readonly 'x-same-as'?: string;
}

export interface BooleanSchema {
  readonly type: 'boolean';
  readonly title: string;
  readonly const?: true;
}

/** How a field is drawn. */
export interface FieldUi {
  readonly widget: 'text' | 'long-text' | 'email' | 'password' | 'date' | 'choice' | 'checkbox';
  readonly help?: string;
  /** A heading above the field. */
  readonly section?: string;
  readonly autocomplete?: string;
  /** The texts of `enum`, in its order. */
  readonly labels?: readonly string[];
  /** The id of the page that a visitor agrees to. */
  readonly page?: string;
}
