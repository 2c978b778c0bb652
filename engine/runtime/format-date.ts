/** A year, a month, a day, or a moment of it, of which the day is read. */
const ISO_DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ].*)?)?)?$/;

/** English without a country writes the day first, as most of its readers outside one country do. */
const FORMS: Readonly<Record<string, string>> = { en: 'en-GB' };

/**
 * Writes an ISO 8601 date in words, as exactly as it is given: `2024`, `2024-03`, `2024-03-09`. In
 * UTC, for a day has no time zone. Text that is no date of the calendar is returned as it stands.
 */
export function formatDate(iso: string, locale: string): string {
  const [, year, month, day] = ISO_DATE.exec(iso) ?? [];
  if (year === undefined) return iso;
  const date = new Date(`${year}-${month ?? '01'}-${day ?? '01'}T00:00:00Z`);
  // 30 February rolls over into March without a word.
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day ?? 1)) return iso;
  // Browsers know fewer languages than servers; the words of another one would mislead.
  if (Intl.DateTimeFormat.supportedLocalesOf(locale).length === 0)
    return [year, month, day].filter((part) => part !== undefined).join('-');
  return new Intl.DateTimeFormat(FORMS[locale] ?? locale, {
    timeZone: 'UTC',
    year: 'numeric',
    ...(month === undefined ? {} : { month: 'long' }),
    ...(day === undefined ? {} : { day: 'numeric' }),
  }).format(date);
}
