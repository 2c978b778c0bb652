/** What the parts of a form share: its texts and the state of each field. */
import { createContext, useContext } from 'react';
import type { RJSFSchema, TemplatesType, UiSchema } from '@rjsf/utils';
import type { CompiledForm, FieldUi, Translate, WordKey } from 'atlas-engine/runtime';

/** A form of the atlas, or one that a screen describes in the same way. */
export type DrawnForm = Omit<CompiledForm, 'id' | 'ui'> & {
  readonly id: string;
  readonly ui: Readonly<Record<string, DrawnUi>>;
};

export interface DrawnUi extends Omit<FieldUi, 'widget'> {
  readonly widget: FieldUi['widget'] | 'area';
  /** Values that a button beside the field fills in; undefined empties it. */
  readonly presets?: readonly { readonly label: string; readonly value: string | undefined }[];
}

/** The values of a form by field; an empty field has none. */
export type FormValues = Readonly<Record<string, unknown>>;

/**
 * What templates and widgets know of the form around them. It is a context of React, because rjsf does
 * not render a field again when only `formContext` changes.
 */
export interface FormSurroundings {
  readonly form: DrawnForm;
  readonly t: Translate<WordKey>;
  readonly locale: string;
  /** The pages of the atlas, for agreements: their title and address. */
  readonly pageOf: (id: string) => { readonly title: string; readonly path: string } | null;
  /** The message beside a field; undefined for a valid field, and for one not filled in yet. */
  readonly messageOf: (field: string) => string | undefined;
  /** Whether the field has been filled in, checked, and found valid. */
  readonly isValid: (field: string) => boolean;
  readonly onLeave: (field: string) => void;
}

export const FormContext = createContext<FormSurroundings | null>(null);

export function useForm(): FormSurroundings {
  const surroundings = useContext(FormContext);
  if (!surroundings) throw new Error('The component is not inside a form.');
  return surroundings;
}

export type Templates = Partial<TemplatesType<FormValues, RJSFSchema>>;
export type FormUiSchema = UiSchema<FormValues, RJSFSchema>;

/** The id of the element of a field. */
export function idOf(form: Pick<DrawnForm, 'id'>, field: string): string {
  return `${form.id}_${field}`;
}

/** The ids of the texts that describe a field, for `aria-describedby`. */
export function describedBy(
  id: string,
  { help, error }: { readonly help: boolean; readonly error: boolean },
): string | undefined {
  const ids = [help && `${id}-help`, error && `${id}-error`].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}
