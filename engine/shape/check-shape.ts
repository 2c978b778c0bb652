import type {
  Template,
  TemplateFieldUse,
  TemplateFor,
  TemplateUse,
} from '../../schemas/config.g.ts';
import type { ListKind, SingleKind } from '../../schemas/index.ts';
import { validators } from '../../schemas/validators.g.ts';
import type { Report, Target } from '../model/report.ts';
import {
  reportCountOfKeys,
  reportMissingKey,
  reportNeededKey,
  reportTag,
  reportUnknownKey,
} from './report-keys.ts';
import {
  reportFormat,
  reportLength,
  reportRange,
  reportType,
  reportWord,
} from './report-values.ts';
import { placed, type PlacedFault, type ShapeFault } from './shape-fault.ts';
import { fieldsByLanguage, outsideFields } from './schema-words.ts';
import { singleFaults } from './single-faults.ts';

/**
 * The kinds of values with a schema: an entry of a list, a single value, the words of a language,
 * defaults, a file, or a use of a template.
 */
export type ShapeOf =
  ListKind | SingleKind | 'interface' | 'defaults' | 'file' | 'field-use' | 'use' | 'for';

/**
 * Checks a value, located at `at`, against its schema. Returns true when it is valid; otherwise
 * reports each error once. Diagnostics: `unknown-key`, `missing-key`, `key-needs`, `wrong-type`,
 * `not-in-list`, `out-of-range`, `bad-format`, `wrong-length`, `one-of-keys`, `comma-in-text`,
 * `by-language-expected`, `keys-outside-fields`.
 */
export function checkShape<Of extends ShapeOf>(
  of: Of,
  value: unknown,
  at: Target,
  report: Report,
): value is TypeOf<Of> {
  const validate: Validate = validators[of];
  if (validate(value)) return true;
  for (const fault of singleFaults(validate.errors ?? [])) {
    const fields = fieldsByLanguage(fault);
    const outside = outsideFields(fault);
    if (fields) report.error('by-language-expected', placed(fault, value, at).target, fields);
    else if (outside) report.error('keys-outside-fields', placed(fault, value, at).target, outside);
    else REPORTERS[fault.keyword]!(placed(fault, value, at), report);
  }
  return false;
}

/** The generated types of values that are read before expansion. */
interface TypesBefore {
  readonly templates: Template;
  readonly use: TemplateUse;
  readonly 'field-use': TemplateFieldUse;
  readonly for: TemplateFor;
}
type TypeOf<Of> = Of extends keyof TypesBefore ? TypesBefore[Of] : unknown;

/** A generated validator; `errors` are those of its last call. */
interface Validate {
  (value: unknown): boolean;
  readonly errors?: readonly ShapeFault[] | null;
}

/** The functions that report an error, by the failed keyword of the schema. */
export const REPORTERS: Readonly<Record<string, (fault: PlacedFault, report: Report) => void>> = {
  additionalProperties: reportUnknownKey,
  dependentRequired: reportNeededKey,
  required: reportMissingKey,
  discriminator: reportTag,
  'x-exactly-one': reportCountOfKeys,
  'x-at-least-one': reportCountOfKeys,
  type: reportType,
  enum: reportWord,
  const: reportWord,
  'x-words': reportWord,
  minimum: reportRange,
  exclusiveMinimum: reportRange,
  maximum: reportRange,
  pattern: reportFormat,
  minItems: reportLength,
  maxItems: reportLength,
  minLength: reportLength,
  minProperties: reportLength,
  uniqueItems: reportLength,
  items: reportLength,
};
