import type { FieldSchema, FormSchema, TextSchema } from '../bundle/form.ts';

/** What is wrong with a value. Each has its own text in the interface. */
export type FaultKind =
  | 'required'
  | 'type'
  | 'too-short'
  | 'too-long'
  | 'email'
  | 'pattern'
  | 'option'
  | 'agree'
  | 'same'
  | 'unknown';

export interface FormFault {
  readonly field: string;
  readonly kind: FaultKind;
  /** The limit of a length, in characters. */
  readonly limit?: number;
}

/** One `@`, a domain with a dot, and no characters that could begin another header of a mail. */
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:".]+(?:\.[^\s@<>()[\]\\,;:".]+)+$/;

/**
 * Validates the values of a form by its schema, in the browser and on the server. Returns at most one
 * fault for each field, in the order of the form, and none for valid values. It interprets the
 * schema, because the security policy of the page forbids compiled validators.
 */
export function checkForm(
  { properties, required }: FormSchema,
  values: Readonly<Record<string, unknown>>,
): readonly FormFault[] {
  const faults = Object.entries(properties).flatMap(([field, schema]) => {
    const value = Object.hasOwn(values, field) ? values[field] : undefined;
    const fault =
      value === undefined
        ? required.includes(field) && { kind: missingKind(schema) }
        : faultOf(schema, value, values);
    return fault ? [{ field, ...fault }] : [];
  });
  const unknown = Object.keys(values).filter((field) => !Object.hasOwn(properties, field));
  return [...faults, ...unknown.map((field) => ({ field, kind: 'unknown' as const }))];
}

function missingKind({ const: only }: FieldSchema): 'agree' | 'required' {
  return only === undefined ? 'required' : 'agree';
}

function faultOf(
  schema: FieldSchema,
  value: unknown,
  values: Readonly<Record<string, unknown>>,
): Omit<FormFault, 'field'> | null {
  if (typeof value !== schema.type) return { kind: 'type' };
  if (schema.const !== undefined && value !== schema.const) return { kind: 'agree' };
  if (schema.type === 'boolean' || typeof value !== 'string') return null;
  if (schema.enum) return schema.enum.includes(value) ? null : { kind: 'option' };
  const other = schema['x-same-as'];
  if (other !== undefined && value !== values[other]) return { kind: 'same' };
  return faultOfText(schema, value);
}

function faultOfText(schema: TextSchema, value: string): Omit<FormFault, 'field'> | null {
  const { minLength = 0, maxLength = Infinity, pattern, format } = schema;
  // JSON Schema counts characters, and not units of UTF-16.
  const length = [...value].length;
  if (length < minLength)
    return value.trim() === '' ? { kind: 'required' } : { kind: 'too-short', limit: minLength };
  if (length > maxLength) return { kind: 'too-long', limit: maxLength };
  if (format === 'email' && !EMAIL.test(value)) return { kind: 'email' };
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value))
    return { kind: value.trim() === '' ? 'required' : 'pattern' };
  return null;
}
