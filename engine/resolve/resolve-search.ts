import type * as Config from '../../schemas/config.g.ts';
import { suggest } from '../diagnostics/suggest.ts';
import type { SearchFeed } from '../model/model.ts';
import type { ResolveContext } from './context.ts';
import { entriesOf } from './entries-of.ts';

/**
 * Resolves `search` of the feeds: a list of fields, or `{ fields, title, rank, label }`. The fields
 * of the title are searched too. Returns null when absent. Diagnostics: `unknown-locale`, those of
 * texts.
 */
export function resolveSearch(
  search: Config.DatasetFeeds['search'],
  { locales, report, texts }: ResolveContext,
): SearchFeed | null {
  if (!search) return null;
  const raw = Array.isArray(search) ? { fields: search } : search;
  const listed = raw.fields;
  if (listed.length === 0) return null;
  const titled = new Map<string, string>();
  for (const [locale, field] of entriesOf(raw.title)) {
    if (locale === 'default' || locales.includes(locale)) titled.set(locale, field);
    else
      report.error(
        'unknown-locale',
        { node: raw.title!, key: locale, part: 'key' },
        { found: locale, nearest: suggest(locale, locales), known: [...locales, 'default'] },
      );
  }
  const titleIn = (locale: string): string[] =>
    [titled.get(locale), titled.get('default')].filter((field) => field !== undefined);
  return {
    fields: [...new Set([...listed, ...titled.values()])],
    title: Object.fromEntries(
      locales.map((locale) => [locale, [...new Set([...titleIn(locale), ...listed])]]),
    ),
    rank: raw.rank ?? null,
    label: texts.resolveOptional(raw, 'label') ?? null,
  };
}
