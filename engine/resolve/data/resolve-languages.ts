import type * as Config from '../../../schemas/config.g.ts';
import { suggest } from '../../diagnostics/suggest.ts';
import type { Field } from '../../model/model.ts';
import type { Text } from '../../model/texts.ts';
import type { ResolveContext } from '../context.ts';

/**
 * Returns the fields that an entry with `languages` declares: the field itself, unless `languages`
 * is `only`, and one for each language. Entries with their own names override these. Diagnostic:
 * `unknown-locale`.
 */
export function withLanguages(
  field: Field,
  raw: Config.DatasetField,
  isDeclared: (name: string) => boolean,
  context: ResolveContext,
): readonly Field[] {
  const { languages = false } = raw;
  if (languages === false) return [field];
  const { language: _, ...common } = field;
  const ofEach = localesOf(languages, context)
    .map((locale) => ({
      ...common,
      name: `${field.name}_${locale}`,
      label: labelIn(field.label, locale),
    }))
    .filter(({ name }) => !isDeclared(name));
  for (const each of ofEach) context.nodes.set(each, raw);
  return languages === 'only' ? ofEach : [field, ...ofEach];
}

function localesOf(
  languages: NonNullable<Config.DatasetField['languages']>,
  { locales, report }: ResolveContext,
): readonly string[] {
  if (typeof languages !== 'object') return locales;
  return languages.filter((found, key) => {
    if (locales.includes(found)) return true;
    const params = { found, nearest: suggest(found, locales), known: locales };
    report.error('unknown-locale', { node: languages, key }, params);
    return false;
  });
}

/** Returns the label of a field for one language: `Name (French)`, in each language of the atlas. */
function labelIn(label: Text, language: string): Text {
  return Object.fromEntries(
    Object.entries(label).map(([locale, text]) => {
      const names = new Intl.DisplayNames([locale], { type: 'language' });
      return [locale, `${text} (${names.of(language) ?? language})`];
    }),
  );
}
