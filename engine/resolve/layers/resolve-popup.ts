import type * as Config from '../../../schemas/config.g.ts';
import type { Popup } from '../../model/model.ts';
import { languageFields } from '../by-language.ts';
import type { ResolveContext } from '../context.ts';
import { fieldsIn } from '../field-by-locale.ts';

/**
 * Resolves `popup` of a group or sublayer; returns null without it. Field names are checked later,
 * against the datasets. Diagnostics: those of `languageFields` and of texts.
 */
export function resolvePopup(raw: Config.Popup | undefined, context: ResolveContext): Popup | null {
  if (!raw) return null;
  const sections = raw.sections?.map((section) => ({
    heading: context.texts.resolve(section, 'heading'),
    fields: section.fields,
  }));
  const popup: Popup = {
    title: resolveTitle(raw, context),
    fields: raw.fields ?? null,
    sections: sections ?? null,
  };
  context.nodes.set(popup, raw);
  return popup;
}

/** Returns the fields of the title in each language, by precedence. */
function resolveTitle(raw: Config.Popup, context: ResolveContext): Popup['title'] {
  const { title } = raw;
  if (title === undefined) return null;
  const inEach = (fields: (locale: string) => readonly string[]): Popup['title'] =>
    Object.fromEntries(context.locales.map((locale) => [locale, fields(locale)]));
  if (typeof title === 'string') return inEach(() => [title]);
  if (Array.isArray(title)) return inEach(() => title);
  const found = languageFields(title, context);
  if (!found) return null;
  return inEach((locale) => fieldsIn(found, locale));
}
