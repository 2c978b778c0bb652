import { suggest } from '../diagnostics/suggest.ts';
import { nameOfType } from '../expand/check-skeleton.ts';
import type { Target } from '../model/report.ts';
import type { ResolveContext } from './context.ts';
import { entriesOf } from './entries-of.ts';

/**
 * A field per language. `default` is the field for features that have no value in the field of the
 * language; null if there is none.
 */
export interface FieldByLocale {
  readonly byLocale: Readonly<Record<string, string>>;
  readonly default: string | null;
}

/** The mapping in the configuration: field names by language or `default`. Its values are unchecked. */
type Names = { readonly [key: string]: unknown };

/**
 * Resolves `{ en: name_en, fr: name_fr, default: name }` of labels, popups and the search.
 * Diagnostics: `unknown-locale`, `wrong-type`.
 */
export function fieldByLocale(
  raw: Names,
  { locales, report }: Pick<ResolveContext, 'locales' | 'report'>,
): FieldByLocale {
  const names = new Map<string, string>();
  for (const [key, name] of entriesOf(raw)) {
    if (key !== 'default' && !locales.includes(key)) {
      const params = { found: key, nearest: suggest(key, locales) };
      const known = [...locales, 'default'];
      report.error('unknown-locale', { node: raw, key, part: 'key' }, { ...params, known });
    } else if (typeof name === 'string') names.set(key, name);
    else {
      const params = { key, expected: 'the name of a field', found: nameOfType(name) };
      report.error('wrong-type', { node: raw, key }, params);
    }
  }
  const { default: fallback = null, ...byLocale } = Object.fromEntries(names);
  return { byLocale, default: fallback };
}

/**
 * Reports languages without a field, unless there is a default. Each unknown key is probably the
 * misspelt key of one of them. Diagnostic: `translation-missing`.
 */
export function reportMissingFields(
  raw: Names,
  found: FieldByLocale,
  target: Target,
  { locales, report }: Pick<ResolveContext, 'locales' | 'report'>,
): void {
  if (found.default !== null) return;
  const missing = locales.filter((locale) => !Object.hasOwn(found.byLocale, locale));
  const unknown = entriesOf(raw).filter(([key]) => key !== 'default' && !locales.includes(key));
  if (missing.length > unknown.length)
    report.error('translation-missing', target, { locales: missing, key: 'field' });
}

/** Returns the fields of a language: its own, then the default. */
export function fieldsIn({ byLocale, default: fallback }: FieldByLocale, locale: string): string[] {
  return [byLocale[locale], fallback].filter((field) => typeof field === 'string');
}

/** Returns all fields, in the order of the languages, the default last. */
export function allFields({ byLocale, default: fallback }: FieldByLocale): string[] {
  return [...Object.values(byLocale), ...(fallback === null ? [] : [fallback])];
}
