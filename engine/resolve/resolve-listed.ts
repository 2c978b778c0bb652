/** Resolves objects with few keys: categories, services and attributions. */
import type * as Config from '../../schemas/config.g.ts';
import type { AttributionText, Category, Info, Service } from '../model/model.ts';
import { present } from '../runtime/present.ts';
import type { ResolveContext } from './context.ts';

/** The default `order`: after all objects that declare one. */
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

/** Resolves the information about data; all keys are optional. */
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

/** Resolves the attributions of the map, in the order of declaration. */
export function resolveAttribution(
  list: readonly Config.Attribution[] = [],
  { texts }: Pick<ResolveContext, 'texts'>,
): AttributionText[] {
  return list.map((item) => present({ text: texts.resolve(item, 'text'), url: item.url }));
}
