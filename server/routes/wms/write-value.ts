/** Formats values for people, in the language of the response. */
import { formatValue, present, valuesOf, type Json, type Language } from 'atlas-engine/runtime';
import type { ServedField, Words } from '../../access/atlas-snapshot.ts';

/** The format of a value: of a field, or of a raster cell. */
type Written = Pick<ServedField, 'type' | 'values'> & { readonly unit?: Words | null | undefined };

/** Formats a value with its label or unit. A value without a declared field is returned unchanged. */
export function writeValue(value: Json, as: Written | undefined, language: Language): string {
  const { type = 'text', unit, values = new Map<string, Words>() } = as ?? {};
  const { locale } = language;
  const labels = [...values].map(([key, words]) => [key, words[locale]!] as const);
  const format = present({
    type,
    unit: unit?.[locale],
    values: Object.fromEntries(labels),
  });
  const written = formatValue(value, format, language);
  if (written?.kind === 'list') return valuesOf(written.items, language);
  return written && 'text' in written ? written.text : '';
}
