import type { FieldSchema } from 'atlas-engine/runtime';
import type { DrawnForm, DrawnUi } from './form-model.ts';

/** A field of a form that a screen describes. */
export interface Field {
  readonly name: string;
  readonly schema: FieldSchema;
  readonly ui: DrawnUi;
  /** Fields are required unless they are optional. */
  readonly optional?: true;
}

/** Returns a form whose fields a screen describes. */
export function formOf(id: string, submit: string, fields: readonly Field[]): DrawnForm {
  return {
    id,
    submit,
    title: submit,
    schema: {
      type: 'object',
      additionalProperties: false,
      required: fields.filter(({ optional }) => !optional).map(({ name }) => name),
      properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema] as const)),
    },
    ui: Object.fromEntries(fields.map(({ name, ui }) => [name, ui] as const)),
  };
}
