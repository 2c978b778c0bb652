import type { ByGround, LegendSymbol } from 'atlas-engine/runtime';
import {
  compileLegendRows,
  createTables,
  type AtlasModel,
  type Condition,
  type Group,
  type Popup,
  type Text,
} from 'atlas-engine';

/**
 * Returns titles, fields and sections of a popup as lines. Fields with a higher level than the
 * group are marked with their level.
 */
export function showPopup(popup: Popup, group: Group, locales: readonly string[]): string[] {
  const marked = (name: string): string => {
    const levels = group.sublayers.flatMap(({ source }) => {
      const field = source.kind === 'dataset' ? source.dataset.fields.get(name) : undefined;
      return field && field.permission.rank > group.permission.rank ? [field.permission.id] : [];
    });
    return levels.length > 0 ? `${name} (${levels[0]})` : name;
  };
  const titles = locales.flatMap((locale) => popup.title?.[locale] ?? []);
  const list = (names: readonly string[]): string => names.map(marked).join(', ') || '-';
  return [
    `popup: title ${list([...new Set(titles)])}; fields ${list(popup.fields ?? [])}`,
    ...(popup.sections ?? []).map(
      ({ heading, fields }) =>
        `  section ${inLocales(locales, (locale) => heading[locale]!)}: ${list(fields)}`,
    ),
  ];
}

/** Returns a text in each language: `en "Villages", fr "Villages"`. */
export function inLocales(locales: readonly string[], words: (locale: string) => string): string {
  return locales.map((locale) => `${locale} "${words(locale)}"`).join(', ');
}

/** Returns a line for each row, with its label in every language. */
export function legendLines(group: Group, model: AtlasModel): string[] {
  const locales = model.locales.available;
  const tables = createTables(model);
  const rows = locales.map((locale) =>
    compileLegendRows(group, { locale, fileVersion: () => null }, tables),
  );
  return (rows[0] ?? []).map(({ symbol }, i) => {
    const labels = locales.map((locale, j) => `${locale} "${rows[j]![i]!.label}"`).join(', ');
    return `  ${labels}  ${symbolWords(symbol)}`;
  });
}

/**
 * Describes a symbol: `fill #F9EB9A, opacity 0.5, outline #2B2B2B`. Colours that depend on the base
 * map are written as `light/dark`.
 */
function symbolWords({ type, ...look }: LegendSymbol): string {
  const parts = Object.entries(look).map(([name, value]) => {
    const words = byGroundWords(value as ByGround<string | number>);
    return name === 'color' ? words : `${name} ${words}`;
  });
  return `${type} ${parts.join(', ')}`;
}

function byGroundWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(byGroundWords).join(' ');
  if (typeof value !== 'object' || value === null) return String(value);
  const variants = (value as { 'by-ground': Readonly<Record<string, string>> })['by-ground'];
  return Object.entries(variants)
    .map(([ground, each]) => `${each} on ${ground}`)
    .join(' / ');
}

/** Returns a condition as text: `status: valid or expired`. */
export function conditionWords(condition: Condition): string {
  const { field } = condition;
  switch (condition.kind) {
    case 'equals':
      return `${field}: ${condition.values.join(' or ')}`;
    case 'not':
      return `${field}: not ${condition.values.join(' or ')}`;
    case 'present':
      return `${field}: ${condition.present ? 'present' : 'not present'}`;
    case 'range':
      return `${field}: ${condition.min ?? 'any'} to ${condition.max ?? 'any'}`;
  }
}

/** Returns a text in each language as a line with its key; no line for an absent text. */
export function textLines(key: string, text: Text | undefined): string[] {
  return text ? [`${key}: ${inLocales(Object.keys(text), (locale) => text[locale]!)}`] : [];
}
