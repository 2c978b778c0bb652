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
import { singleFaults } from './single-faults.ts';

/** What has a schema: an entry of a list, a value that an atlas has once, a file, a template call. */
export type ShapeOf = ListKind | SingleKind | 'defaults' | 'file' | 'field-use' | 'use' | 'for';

/**
 * Holds a value, which is at a place, against its schema. True where it fits; otherwise each fault
 * is reported once. Diagnostics: `unknown-key`, `missing-key`, `key-needs`, `wrong-type`,
 * `not-in-list`, `out-of-range`, `bad-format`, `wrong-length`, `one-of-keys`, `comma-in-text`.
 */
export function checkShape<Of extends ShapeOf>(
  of: Of,
  value: unknown,
  at: Target,
  report: Report,
): value is TypeOf<Of> {
  const validate: Validate = validators[of];
  if (validate(value)) return true;
  for (const fault of singleFaults(validate.errors ?? []))
    REPORTERS[fault.keyword]!(placed(fault, value, at), report);
  return false;
}

/** What is read before expansion, by its generated types. */
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

/** Says what is wrong, by the keyword of the schema that is not met. */
const REPORTERS: Readonly<Record<string, (fault: PlacedFault, report: Report) => void>> = {
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
  maximum: reportRange,
  pattern: reportFormat,
  minItems: reportLength,
  maxItems: reportLength,
  minLength: reportLength,
  minProperties: reportLength,
  uniqueItems: reportLength,
  items: reportLength,
};
