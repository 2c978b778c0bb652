import type * as Config from '../../../schemas/config.g.ts';
import type { SearchFeed } from '../../model/model.ts';
import { languageFields } from '../by-language.ts';
import type { ResolveContext } from '../context.ts';
import { allFields, fieldsIn } from '../field-by-locale.ts';

/**
 * Resolves `search` of the feeds: a list of fields, or `{ fields, title, rank, label }`. The fields
 * of the title are searched too. `declared` are the names of all fields. Returns null without `search`. Diagnostics: `unknown-locale`,
 * `fields-by-language`, those of texts.
 */
export function resolveSearch(
  search: Config.DatasetFeeds['search'],
  declared: ReadonlySet<string>,
  context: ResolveContext,
): SearchFeed | null {
  if (!search) return null;
  const { locales, texts } = context;
  const raw = Array.isArray(search) ? { fields: search } : search;
  const listed = raw.fields;
  if (listed.length === 0) return null;
  const titled =
    raw.title && languageFields(raw.title, { ...context, declared: () => declared }, false);
  const titleIn = (locale: string): string[] => (titled ? fieldsIn(titled, locale) : []);
  return {
    fields: [...new Set([...listed, ...(titled ? allFields(titled) : [])])],
    title: Object.fromEntries(
      locales.map((locale) => [locale, [...new Set([...titleIn(locale), ...listed])]]),
    ),
    rank: raw.rank ?? null,
    label: texts.resolveOptional(raw, 'label') ?? null,
  };
}
