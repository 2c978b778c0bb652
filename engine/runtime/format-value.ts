import type { Json } from '../basics/values.ts';
import type { PopupRow } from '../bundle/bundle.ts';
import type { Language } from '../bundle/words.ts';
import { formatDate } from './format-date.ts';
import { formatNumber } from './format-number.ts';
import { safeLink, safePicture } from './safe-link.ts';

/** A formatted value: text, a link, a list or photos. */
export type FormattedValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'photos'; readonly addresses: readonly string[] };

/** The format of a value, from a row of a popup. */
export interface ValueFormat extends Omit<PopupRow, 'field' | 'label' | 'files' | 'language'> {
  /**
   * The address before the file name, with a slash at its end. Only for photos that are file names.
   */
  readonly base?: string;
}

/** A no-break space, which keeps a number and its unit on one line. */
const NO_BREAK_SPACE = '\u00a0';

/**
 * Formats an attribute in a language: numbers grouped, units after a no-break space, dates in words
 * (a year or a month without a day stays a year or a month), enumerations by their labels, links
 * only to http, https and mailto. A value that does not match its type is returned unchanged.
 * Returns null for an empty value: null, white space or a list without items.
 */
export function formatValue(
  value: Json | undefined,
  format: ValueFormat,
  { locale, words }: Language,
): FormattedValue | null {
  if (value === undefined || value === null) return null;
  if (format.type === 'list' || format.format === 'photos') return formatList(value, format);
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value).trim();
  if (text === '') return null;
  const label = labelOf(text, format);
  if (label !== undefined) return { kind: 'text', text: label };
  switch (format.type) {
    case 'integer':
    case 'number':
      return formatNumeric(text, format, locale);
    case 'boolean': {
      const word = BOOLEANS.get(text);
      return { kind: 'text', text: word ? words[word] : text };
    }
    case 'date':
      return { kind: 'text', text: formatDate(text, locale) };
    case 'text': {
      const href = hrefOf(text, format.format);
      return href === null ? withUnit(text, format) : { kind: 'link', text, href };
    }
  }
}

/** Spellings of true and false in tiles and external files. */
const BOOLEANS: ReadonlyMap<string, 'value.yes' | 'value.no'> = new Map([
  ['true', 'value.yes'],
  ['1', 'value.yes'],
  ['false', 'value.no'],
  ['0', 'value.no'],
]);

/** Uses `hasOwn`, because the value `constructor` in data must not find an inherited property. */
function labelOf(text: string, { values, otherwise }: ValueFormat): string | undefined {
  return values && Object.hasOwn(values, text) ? values[text] : otherwise;
}

function withUnit(text: string, { unit }: ValueFormat): FormattedValue {
  return { kind: 'text', text: unit === undefined ? text : `${text}${NO_BREAK_SPACE}${unit}` };
}

function formatNumeric(text: string, format: ValueFormat, locale: string): FormattedValue {
  const number = Number(text);
  if (!Number.isFinite(number)) return { kind: 'text', text };
  return withUnit(formatNumber(number, locale, format.type === 'integer'), format);
}

function formatList(value: Json, format: ValueFormat): FormattedValue | null {
  const items = itemsOf(value)
    .map((item) => (typeof item === 'object' ? JSON.stringify(item) : String(item)).trim())
    .filter((item) => item !== '' && item !== 'null');
  if (items.length === 0) return null;
  if (format.format === 'photos') {
    const { base } = format;
    const addresses = items.flatMap((item) =>
      base === undefined
        ? (safePicture(item) ?? [])
        : `${base}${encodeURIComponent(item.toWellFormed())}`,
    );
    return addresses.length > 0 ? { kind: 'photos', addresses } : null;
  }
  return { kind: 'list', items: items.map((item) => labelOf(item, format) ?? item) };
}

/**
 * Returns the items of a list value. Vector tiles cannot contain lists, so a list is JSON text
 * there. A single value is returned as a list with one item.
 */
function itemsOf(value: Json): readonly Json[] {
  if (Array.isArray(value)) return value as readonly Json[];
  if (typeof value === 'string' && value.trimStart().startsWith('[')) {
    try {
      const parsed: unknown = JSON.parse(value);
      if (Array.isArray(parsed)) return parsed as readonly Json[];
    } catch {
      // Text that begins like a list is a single item.
    }
  }
  return [value];
}

function hrefOf(text: string, format: string | undefined): string | null {
  if (format === 'email') {
    return /^[^\s@:?&]+@[^\s@?&]+$/.test(text) ? safeLink(`mailto:${text}`) : null;
  }
  return format === 'link' || /^https?:\/\//i.test(text) ? safeLink(text) : null;
}
