/** Resolves objects with few keys: categories, terms, services and attributions. */
import type * as Config from '../../schemas/config.g.ts';
import type { AttributionText, Category, Info, Service, Terms } from '../model/model.ts';
import { present } from '../basics/present.ts';
import { lookUp, type ResolveContext } from './context.ts';
import { isDay } from './texts/resolve-notices.ts';

/** The default `order`: after all objects that declare one. */
export const LAST = 1000;

/** Resolves one category. Diagnostics: those of texts. */
export function resolveCategory(raw: Config.Category, context: ResolveContext): Category {
  const name = context.texts.resolve(raw, 'name');
  const keywords = context.texts.resolveOptional(raw, 'keywords') ?? null;
  const category = { id: raw.id, order: raw.order ?? LAST, name, keywords };
  context.nodes.set(category, raw);
  return category;
}

/** Resolves terms of the atlas. Diagnostics: those of texts. */
export function resolveTerms(raw: Config.Terms, { nodes, texts }: ResolveContext): Terms {
  const { id, restricted = true } = raw;
  const terms = {
    id,
    name: texts.resolve(raw, 'name'),
    text: texts.resolve(raw, 'text'),
    restricted,
  };
  nodes.set(terms, raw);
  return terms;
}

/** Resolves one service. Diagnostics: those of texts. */
export function resolveService(raw: Config.Service, context: ResolveContext): Service {
  const { id, address = null, env, fallback = 'hide' } = raw;
  return { id, address, env, fallback, info: resolveInfo(raw.info, context) };
}

/**
 * Resolves the information about data; all keys are optional. Diagnostics: `date-of-data`,
 * `unknown-terms`, those of texts.
 */
export function resolveInfo(raw: Config.Info = {}, context: ResolveContext): Info {
  const { texts } = context;
  const { licence } = raw;
  reportDate(raw, context);
  return present({
    description: texts.resolveOptional(raw, 'description'),
    provider: texts.resolveOptional(raw, 'provider'),
    citation: texts.resolveOptional(raw, 'citation'),
    caution: texts.resolveOptional(raw, 'caution'),
    date: raw.date === undefined ? undefined : String(raw.date),
    licence: typeof licence === 'string' ? licence : undefined,
    terms:
      typeof licence === 'object'
        ? lookUp('terms', licence.terms, { node: licence, key: 'terms' }, context)
        : undefined,
    links: (raw.links ?? []).map((link) => ({ text: texts.resolve(link, 'text'), url: link.url })),
  });
}

/** Reports a date that is not a year, month or day. The schema accepts any number as a year. */
function reportDate(node: Config.Info, { report }: ResolveContext): void {
  if (node.date === undefined) return;
  const found = String(node.date);
  const day = `${found}-01-01`.slice(0, '2026-01-01'.length);
  if (/^\d{4}(?:-|$)/.test(found) && isDay(day)) return;
  report.warn('date-of-data', { node, key: 'date' }, { found });
}

/** Resolves the attributions of the map, in the order of declaration. */
export function resolveAttribution(
  list: readonly Config.Attribution[] = [],
  { texts }: Pick<ResolveContext, 'texts'>,
): AttributionText[] {
  return list.map((item) => present({ text: texts.resolve(item, 'text'), url: item.url }));
}
