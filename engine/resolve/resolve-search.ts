import { suggest } from '../diagnostics/suggest.ts';
import type { SearchFeed } from '../model/model.ts';
import type { RawNode } from '../model/report.ts';
import type { ResolveContext } from './context.ts';
import { entriesOf, mappingOf, stringOf, stringsOf } from './raw.ts';

/**
 * Resolves `search` of the feeds: a list of fields, or `{ fields, title, rank, label }`. The fields
 * of the title are searched too. Null without it. Diagnostics: `unknown-locale`, those of texts.
 */
export function resolveSearch(
  feeds: RawNode | undefined,
  context: ResolveContext,
): SearchFeed | null {
  if (!feeds || !('search' in feeds)) return null;
  const raw = mappingOf(feeds, 'search');
  const listed = raw ? stringsOf(raw, 'fields') : stringsOf(feeds, 'search');
  if (listed.length === 0) return null;
  const title = raw && mappingOf(raw, 'title');
  const titled = new Map<string, string>();
  for (const [locale, field] of entriesOf(title)) {
    if (locale !== 'default' && !context.locales.includes(locale)) {
      const known = [...context.locales, 'default'];
      context.report.error(
        'unknown-locale',
        { node: title!, key: locale, part: 'key' },
        { found: locale, nearest: suggest(locale, context.locales) ?? '', known },
      );
    } else if (typeof field === 'string') titled.set(locale, field);
  }
  const fields = [...new Set([...listed, ...titled.values()])];
  const titleIn = (locale: string): string[] =>
    [titled.get(locale), titled.get('default')].filter((field) => field !== undefined);
  return {
    fields,
    title: Object.fromEntries(
      context.locales.map((locale) => [locale, [...new Set([...titleIn(locale), ...listed])]]),
    ),
    rank: (raw && stringOf(raw, 'rank')) ?? null,
    label: (raw && context.texts.resolveOptional(raw, 'label')) ?? null,
  };
}
