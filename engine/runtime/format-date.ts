/** A year, a month, a day, or a time, of which only the day is used. */
const ISO_DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ].*)?)?)?$/;

/**
 * Locales for formatting dates. `en` uses British English, in which the day comes before the month.
 */
const FORMS: Readonly<Record<string, string>> = { en: 'en-GB' };

/**
 * Formats an ISO 8601 date with the precision it has: `2024`, `2024-03`, `2024-03-09`. It uses UTC,
 * because a day has no time zone. Text that is not a valid date is returned unchanged.
 */
export function formatDate(iso: string, locale: string): string {
  const [, year, month, day] = ISO_DATE.exec(iso) ?? [];
  if (year === undefined) return iso;
  const date = new Date(`${year}-${month ?? '01'}-${day ?? '01'}T00:00:00Z`);
  // `Date` converts 30 February to a day in March.
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day ?? 1)) return iso;
  // Browsers know fewer languages than servers. A date in another language would be misleading.
  if (Intl.DateTimeFormat.supportedLocalesOf(locale).length === 0)
    return [year, month, day].filter((part) => part !== undefined).join('-');
  return new Intl.DateTimeFormat(FORMS[locale] ?? locale, {
    timeZone: 'UTC',
    year: 'numeric',
    ...(month === undefined ? {} : { month: 'long' }),
    ...(day === undefined ? {} : { day: 'numeric' }),
  }).format(date);
}
