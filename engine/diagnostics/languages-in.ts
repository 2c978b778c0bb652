import { flowText, yamlText } from './yaml-text.ts';

/**
 * Returns a mapping from languages to fields as it is written, such as `{ en: name_en, fr: name_fr,
 * default: name }`, and the notation of the language for it, `{ by-language: name }`; undefined for
 * a mapping with other values.
 */
export function languagesIn(
  mapping: Readonly<Record<string, unknown>>,
): { readonly found: string; readonly expected: string } | undefined {
  const names = Object.entries(mapping).filter(([key]) => !key.startsWith('x-'));
  if (names.length === 0 || !names.every((entry): entry is [string, string] => isName(entry)))
    return undefined;
  const isOther = ([key]: readonly [string, string]): boolean => /^(?:default|fallback)$/.test(key);
  const fallback = names.find(isOther)?.[1];
  const fields = names.filter((entry) => !isOther(entry));
  return { found: flowText(Object.fromEntries(names)), expected: byLanguage(fields, fallback) };
}

function isName([, value]: readonly [string, unknown]): boolean {
  return typeof value === 'string';
}

type Fields = readonly (readonly [locale: string, field: string])[];

function byLanguage(fields: Fields, fallback: string | undefined): string {
  if (fields.length === 0) return yamlText(fallback ?? '');
  const [base = '', ...others] = new Set(
    fields.map(([locale, field]) =>
      field.endsWith(`_${locale}`) ? field.slice(0, -locale.length - 1) : '',
    ),
  );
  const isOne = base !== '' && others.length === 0;
  const other =
    fallback === undefined || (isOne && fallback === base)
      ? ''
      : `, fallback: ${yamlText(fallback)}`;
  return `{ by-language: ${isOne ? yamlText(base) : flowText(Object.fromEntries(fields))}${other} }`;
}
