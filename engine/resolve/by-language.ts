import { suggest } from '../diagnostics/suggest.ts';
import type { RawNode, Target } from '../model/report.ts';
import type { ResolveContext } from './context.ts';
import { fieldByLocale, type FieldByLocale } from './field-by-locale.ts';

type LanguageContext = Pick<ResolveContext, 'declared' | 'locales' | 'report'>;

/**
 * Resolves a field for each language: `{ by-language: name }`, or `{ en: name_en, fr: name_fr,
 * default: name }`. Returns undefined after an error. Diagnostics: those of `byLanguage` and `fieldByLocale`.
 */
export function languageFields(raw: RawNode, context: LanguageContext): FieldByLocale | undefined {
  const { 'by-language': name, ...others } = raw;
  return typeof name === 'string' && Object.keys(others).length === 0
    ? byLanguage(name, { node: raw, key: 'by-language' }, context)
    : fieldByLocale(raw, context);
}

/**
 * Resolves `by-language: name`, located at `at`, to the fields `name_<locale>`, and to `name` for
 * features without a value in the language. If the declared fields are unknown, all these fields are
 * used. Returns undefined after an error. Diagnostic: `fields-by-language`.
 */
export function byLanguage(
  name: string,
  at: Target,
  context: LanguageContext,
): FieldByLocale | undefined {
  const { locales, report } = context;
  const declared = context.declared?.();
  const missing = declared ? missingFor(name, locales, declared) : [];
  if (missing.length > 0) {
    const known = [...declared!];
    const bases = known.flatMap((field) => [field, field.replace(/_[^_]+$/, '')]);
    const whole = bases.filter((base) => missingFor(base, locales, declared!).length === 0);
    const params = { found: name, missing, nearest: suggest(name, new Set(whole)), known };
    report.error('fields-by-language', at, params);
    return undefined;
  }
  const isField = (field: string): boolean => declared?.has(field) ?? true;
  const names = locales.map((locale) => [locale, `${name}_${locale}`] as const);
  return {
    byLocale: Object.fromEntries(names.filter(([, field]) => isField(field))),
    default: isField(name) ? name : null,
  };
}

/**
 * Returns the undeclared fields that `by-language: name` needs. At least one language needs its own
 * field, and without a default every language does.
 */
function missingFor(
  name: string,
  locales: readonly string[],
  declared: ReadonlySet<string>,
): readonly string[] {
  const missing = locales.map((locale) => `${name}_${locale}`).filter((f) => !declared.has(f));
  if (missing.length === 0 || (declared.has(name) && missing.length < locales.length)) return [];
  return declared.has(name) ? missing : [...missing, name];
}
