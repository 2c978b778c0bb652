import type { Json, PopupRow } from '../bundle/bundle.ts';

/** A value made ready to be read: words, perhaps a link, perhaps several. */
export type FormattedValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'photos'; readonly addresses: readonly string[] };

const NO_BREAK = '\u00a0';

/** Yes and no, in the languages that have been asked for so far. */
const BOOLEANS: Readonly<Record<string, readonly [yes: string, no: string]>> = {
  en: ['Yes', 'No'],
  fr: ['Oui', 'Non'],
  es: ['Sí', 'No'],
  pt: ['Sim', 'Não'],
};

/**
 * Formats an attribute for a locale: numbers grouped, units after a no-break space, dates in words
 * (a year or a month alone stay so), enumerations by their labels, links only to http, https and
 * mailto. Null for what is empty.
 */
export function formatValue(
  value: Json | undefined,
  row: Omit<PopupRow, 'field' | 'label'>,
  locale: string,
): FormattedValue | null {
  if (value === undefined || value === null || value === '') return null;
  const { type, unit, values, format } = row;
  if (type === 'list') return formatList(value, row);
  const label = values?.[String(value)];
  if (label !== undefined) return { kind: 'text', text: label };
  const withUnit = (text: string): FormattedValue => ({
    kind: 'text',
    text: unit === undefined ? text : `${text}${NO_BREAK}${unit}`,
  });
  if (type === 'integer' || type === 'number') {
    const number = Number(value);
    if (!Number.isFinite(number)) return null;
    return withUnit(
      new Intl.NumberFormat(locale, { maximumFractionDigits: type === 'integer' ? 0 : 2 }).format(
        number,
      ),
    );
  }
  if (type === 'boolean') {
    const [yes, no] = BOOLEANS[locale.split('-')[0]!] ?? BOOLEANS['en']!;
    return { kind: 'text', text: value === true || value === 'true' ? yes : no };
  }
  if (type === 'date') return { kind: 'text', text: formatDate(String(value), locale) };
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const href = addressOf(text, format);
  return href === null ? withUnit(text) : { kind: 'link', text, href };
}

/** Vector tiles have no lists: there they arrive as JSON text. */
function formatList(
  value: Json,
  { format, values }: Omit<PopupRow, 'field' | 'label'>,
): FormattedValue | null {
  const items = (Array.isArray(value) ? (value as readonly Json[]) : parseList(value))
    .map(String)
    .filter((item) => item !== '');
  if (items.length === 0) return null;
  if (format === 'photos') {
    const addresses = items.filter((item) => /^(?:https?:\/\/|\/(?!\/))/i.test(item));
    return addresses.length > 0 ? { kind: 'photos', addresses } : null;
  }
  return { kind: 'list', items: items.map((item) => values?.[item] ?? item) };
}

function parseList(value: Json): readonly Json[] {
  if (typeof value !== 'string' || !value.startsWith('[')) return [value];
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? (parsed as Json[]) : [value];
  } catch {
    return [value];
  }
}

/** An ISO 8601 date in words, in UTC: a day has no time zone. */
export function formatDate(iso: string, locale: string): string {
  const match = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?/.exec(iso);
  if (!match) return iso;
  const [, year, month, day] = match;
  const date = new Date(Date.UTC(Number(year), Number(month ?? 1) - 1, Number(day ?? 1)));
  if (Number.isNaN(date.getTime())) return iso;
  const parts: Intl.DateTimeFormatOptions = {
    timeZone: 'UTC',
    year: 'numeric',
    ...(month === undefined ? {} : { month: 'long' }),
    ...(day === undefined ? {} : { day: 'numeric' }),
  };
  return new Intl.DateTimeFormat(locale, parts).format(date);
}

function addressOf(text: string, format: string | undefined): string | null {
  if (format === 'email') return /^[^\s@:]+@[^\s@]+$/.test(text) ? `mailto:${text}` : null;
  if (format !== 'link' && !/^https?:\/\//i.test(text)) return null;
  try {
    const url = new URL(text);
    return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
