import { suggest } from '../diagnostics/suggest.ts';
import { nameOfType } from '../expand/check-skeleton.ts';
import type { RawNode, Target } from '../model/report.ts';
import type { ResolveContext } from './context.ts';
import { entriesOf } from './entries-of.ts';

/**
 * A field per language. `fallback` is the field for features that have no value in the field of the
 * language; null if there is none.
 */
export interface FieldByLocale {
  readonly byLocale: Readonly<Record<string, string>>;
  readonly fallback: string | null;
}

/**
 * Resolves the field names by language under `by-language`. Diagnostics: `unknown-locale`,
 * `wrong-type`.
 */
export function namesByLocale(
  raw: RawNode,
  { locales, report }: Pick<ResolveContext, 'locales' | 'report'>,
): FieldByLocale['byLocale'] {
  const names = new Map<string, string>();
  for (const [key, name] of entriesOf(raw)) {
    if (!locales.includes(key)) {
      const params = { found: key, nearest: suggest(key, locales), known: locales };
      report.error('unknown-locale', { node: raw, key, part: 'key' }, params);
    } else if (typeof name === 'string') names.set(key, name);
    else {
      const params = { key, expected: 'the name of a field', found: nameOfType(name) };
      report.error('wrong-type', { node: raw, key }, params);
    }
  }
  return Object.fromEntries(names);
}

/**
 * Reports languages without a field, unless there is a fallback. Each unknown key is probably the
 * misspelt key of one of them. Diagnostic: `translation-missing`.
 */
export function reportMissingFields(
  raw: RawNode,
  found: FieldByLocale,
  target: Target,
  { locales, report }: Pick<ResolveContext, 'locales' | 'report'>,
): void {
  if (found.fallback !== null) return;
  const missing = locales.filter((locale) => !Object.hasOwn(found.byLocale, locale));
  const unknown = entriesOf(raw).filter(([key]) => !locales.includes(key));
  if (missing.length > unknown.length)
    report.error('translation-missing', target, { locales: missing, key: 'field' });
}

/** Returns the fields of a language: its own, then the fallback. */
export function fieldsIn({ byLocale, fallback }: FieldByLocale, locale: string): string[] {
  return [byLocale[locale], fallback].filter((field) => typeof field === 'string');
}

/** Returns all fields, in the order of the languages, the fallback last. */
export function allFields({ byLocale, fallback }: FieldByLocale): string[] {
  return [...Object.values(byLocale), ...(fallback === null ? [] : [fallback])];
}
