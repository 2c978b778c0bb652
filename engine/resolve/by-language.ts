import type * as Config from '../../schemas/config.g.ts';
import { languagesIn } from '../diagnostics/languages-in.ts';
import { suggest } from '../diagnostics/suggest.ts';
import { isMapping, nameOfType } from '../expand/check-skeleton.ts';
import type { RawNode, Target } from '../model/report.ts';
import type { ResolveContext } from './context.ts';
import { namesByLocale, reportMissingFields, type FieldByLocale } from './field-by-locale.ts';

type LanguageContext = Pick<ResolveContext, 'declared' | 'locales' | 'report'>;

/**
 * Resolves a field for each language: `{ by-language: name }`, or `{ by-language: { en: name, fr:
 * nom } }`, perhaps with a `fallback`. If not `isWhole`, languages may have no field. Returns
 * undefined after an error. Diagnostics:
 * `by-language-expected`, `wrong-type`, `translation-missing`, those of `ofName` and
 * `namesByLocale`.
 */
export function languageFields(
  raw: RawNode | Config.FieldsByLanguage,
  context: LanguageContext,
  isWhole = true,
): FieldByLocale | undefined {
  const { 'by-language': names, fallback }: RawNode = { ...raw };
  const { report } = context;
  const at = { node: raw, key: 'by-language' };
  const old = names === undefined ? languagesIn({ ...raw }) : undefined;
  if (old) {
    report.error('by-language-expected', { node: raw }, old);
    return undefined;
  }
  for (const [key, name] of Object.entries({ 'by-language': names, fallback })) {
    const isName = typeof name === 'string' || (key === 'fallback' && name === undefined);
    if (isName || (key === at.key && isMapping(name))) continue;
    const params = { key, expected: 'the name of a field', found: nameOfType(name) };
    report.error('wrong-type', key in raw ? { node: raw, key } : { node: raw }, params);
    return undefined;
  }
  const other = typeof fallback === 'string' ? fallback : null;
  if (typeof names === 'string') return ofName(names, other, at, context);
  const byName = names as RawNode;
  const found = { byLocale: namesByLocale(byName, context), fallback: other };
  if (isWhole) reportMissingFields(byName, found, { ...at, part: 'key' }, context);
  return found;
}

/**
 * Resolves `by-language: name`, located at `at`, to the fields `name_<locale>`. Features without a
 * value in the language have `fallback`, by default `name`. If the declared fields are unknown, all
 * these fields are used. Returns undefined after an error. Diagnostic: `fields-by-language`.
 */
function ofName(
  name: string,
  fallback: string | null,
  at: Target,
  context: LanguageContext,
): FieldByLocale | undefined {
  const { locales, report } = context;
  const declared = context.declared?.();
  const other = fallback ?? name;
  const missing = declared ? missingFor(name, other, locales, declared) : [];
  if (missing.length > 0) {
    const known = [...declared!];
    const bases = known.flatMap((field) => [field, field.replace(/_[^_]+$/, '')]);
    const whole = bases.filter(
      (base) => missingFor(base, fallback ?? base, locales, declared!).length === 0,
    );
    const params = { found: name, missing, nearest: suggest(name, new Set(whole)), known };
    report.error('fields-by-language', at, params);
    return undefined;
  }
  const isField = (field: string): boolean => declared?.has(field) ?? true;
  const names = locales.map((locale) => [locale, `${name}_${locale}`] as const);
  return {
    byLocale: Object.fromEntries(names.filter(([, field]) => isField(field))),
    fallback: fallback !== null || isField(name) ? other : null,
  };
}

/**
 * Returns the undeclared fields that `by-language: name` needs. At least one language needs its own
 * field, and without a fallback every language does. An undeclared `fallback` of its own is reported
 * elsewhere.
 */
function missingFor(
  name: string,
  fallback: string,
  locales: readonly string[],
  declared: ReadonlySet<string>,
): readonly string[] {
  const missing = locales.map((locale) => `${name}_${locale}`).filter((f) => !declared.has(f));
  const hasFallback = fallback !== name || declared.has(name);
  if (missing.length === 0 || (hasFallback && missing.length < locales.length)) return [];
  return hasFallback ? missing : [...missing, name];
}
