import { suggest } from '../diagnostics/suggest.ts';
import type { Field, Source, Sublayer } from '../model/model.ts';
import type { Target } from '../model/report.ts';
import type { CheckContext } from './context.ts';
import { reportUnknownField, type Named } from './unknown-field.ts';

/**
 * Returns the field of the sublayer's dataset. Returns undefined for a missing field, which is
 * reported, and for other sources. Diagnostics: `unknown-field`, `unchecked-field`.
 */
export function requireField(
  name: string,
  { source }: Sublayer,
  target: Named,
  context: CheckContext,
): Field | undefined {
  if (source.kind === 'source') requireSourceField(name, source, target, context);
  if (source.kind !== 'dataset') return undefined;
  const field = source.dataset.fields.get(name);
  if (!field) reportUnknownField(name, [source.dataset], target, context);
  return field;
}

function requireSourceField(
  name: string,
  { source, sourceLayer }: { readonly source: Source; readonly sourceLayer: string | null },
  target: Target,
  { report }: CheckContext,
): void {
  const fields = source.fields?.get(sourceLayer ?? '');
  if (!fields) {
    if (source.type !== 'style')
      report.warn('unchecked-field', target, { field: name, source: source.id });
  } else if (!fields.has(name)) {
    const known = [...fields.keys()];
    const owner = [source.id, sourceLayer].filter(Boolean).join(' / ');
    const nearest = suggest(name, known);
    report.error('unknown-field', target, { found: name, owner: [owner], nearest, known });
  }
}

/**
 * Returns whether a field is numeric, and adds a diagnostic if not. Diagnostic: `wrong-field-type`.
 */
export function requireNumber(field: Field, target: Target, { report }: CheckContext): boolean {
  if (isNumeric(field)) return true;
  const expected = 'integer or number';
  report.error('wrong-field-type', target, { field: field.name, found: field.type, expected });
  return false;
}

export function isNumeric({ type }: Field): boolean {
  return type === 'integer' || type === 'number';
}
