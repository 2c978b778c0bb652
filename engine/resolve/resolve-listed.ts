/** Things of a few keys: headings of the panel, outside addresses, who is named at the map. */
import type * as Config from '../../schemas/config.g.ts';
import type { AttributionText, Category, Info, Service } from '../model/model.ts';
import { present } from '../runtime/present.ts';
import type { ResolveContext } from './context.ts';

/** The order of things whose `order` is left out: after all that have one. */
export const LAST = 1000;

/** Resolves one category. Diagnostics: those of texts. */
export function resolveCategory(raw: Config.Category, context: ResolveContext): Category {
  const name = context.texts.resolve(raw, 'name');
  const category = { id: raw.id, order: raw.order ?? LAST, name };
  context.nodes.set(category, raw);
  return category;
}

/** Resolves one service. Diagnostics: those of texts. */
export function resolveService(raw: Config.Service, context: ResolveContext): Service {
  const { id, address = null, env, fallback } = raw;
  return { id, address, env, fallback, info: resolveInfo(raw.info, context) };
}

/** What is known of the data: nothing is required. */
export function resolveInfo(raw: Config.Info = {}, { texts }: ResolveContext): Info {
  return present({
    description: texts.resolveOptional(raw, 'description'),
    provider: texts.resolveOptional(raw, 'provider'),
    citation: texts.resolveOptional(raw, 'citation'),
    caution: texts.resolveOptional(raw, 'caution'),
    date: raw.date === undefined ? undefined : String(raw.date),
    licence: raw.licence,
    links: (raw.links ?? []).map((link) => ({ text: texts.resolve(link, 'text'), url: link.url })),
  });
}

/** Who is to be named on the map, in the order of declaration. */
export function resolveAttribution(
  list: readonly Config.Attribution[] = [],
  { texts }: Pick<ResolveContext, 'texts'>,
): AttributionText[] {
  return list.map((item) => present({ text: texts.resolve(item, 'text'), url: item.url }));
}
