/** Resolves the sample areas of `tools.explore`: their fields, layers and contents. */
import type * as Config from '../../../schemas/config.g.ts';
import type { Dataset } from '../../model/model.ts';
import type { Explore, ExploreContent } from '../../model/tools.ts';
import { languageFields } from '../by-language.ts';
import { lookUp, type ResolveContext } from '../context.ts';
import { fieldsIn } from '../field-by-locale.ts';

type RawExplore = NonNullable<Config.Tools['explore']>;
type RawFields = NonNullable<RawExplore['fields']>;

/**
 * Returns undefined when the dataset of the areas is unknown. Fields are checked later, against the
 * datasets. Diagnostics: `unknown-dataset`, `unknown-group`, those of `languageFields`.
 */
export function resolveAreas(raw: RawExplore, context: ResolveContext): Explore | undefined {
  const areas = lookUp('dataset', raw.areas, { node: raw, key: 'areas' }, context);
  const { fields = {} } = raw;
  const layers = raw.layers ?? [];
  const contents = raw.contents ?? [];
  const known = {
    layers: layers.flatMap(
      (id, key) => lookUp('group', id, { node: layers, key }, context)?.id ?? [],
    ),
    contents: contents.flatMap((_, place) => resolveContent(contents, place, context) ?? []),
  };
  if (!areas) return undefined;
  const key = areas.key === null ? [] : [areas.key];
  const fallback = inEach(() => key, context);
  return {
    areas: areas.id,
    title: resolveText(fields, 'title', { ...context, areas }) ?? fallback,
    description: resolveText(fields, 'description', { ...context, areas }),
    country: fields.country ?? null,
    theme: fields.theme ?? null,
    picture: fields.picture ?? null,
    ...known,
  };
}

/** Returns the fields of a text in each language, by precedence; null without one. */
function resolveText(
  raw: RawFields,
  key: 'title' | 'description',
  context: ResolveContext & { readonly areas: Dataset },
): Explore['title'] | null {
  const written = raw[key];
  if (written === undefined) return null;
  if (typeof written === 'string') return inEach(() => [written], context);
  const declared = (): ReadonlySet<string> => new Set(context.areas.fields.keys());
  const found = languageFields(written, { ...context, declared });
  if (!found) return null;
  return inEach((locale) => fieldsIn(found, locale), context);
}

function inEach(
  fields: (locale: string) => readonly string[],
  { locales }: ResolveContext,
): Explore['title'] {
  return Object.fromEntries(locales.map((locale) => [locale, fields(locale)]));
}

function resolveContent(
  list: NonNullable<RawExplore['contents']>,
  place: number,
  context: ResolveContext,
): ExploreContent | undefined {
  const raw = list[place]!;
  const isShort = typeof raw === 'string';
  const target = isShort ? { node: list, key: place } : { node: raw, key: 'dataset' };
  const dataset = lookUp('dataset', isShort ? raw : raw.dataset, target, context);
  if (!dataset) return undefined;
  const content = { dataset: dataset.id, facts: isShort ? null : (raw.facts ?? null) };
  context.nodes.set(content, isShort ? list : raw);
  return content;
}
