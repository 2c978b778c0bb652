import type { Field } from 'atlas-engine';

export type DateFormat = Field['parse'][number];

const ISO =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?)?)?$/;
/** Matches dates in the form in which GDAL writes them to CSV. */
const SLASHED_ISO = /^(\d{4})\/(\d{2})\/(\d{2})/;
/** A date such as `01/03/2024`, `01.03.2024` or `01-03-2024`. */
const SLASHED = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/;
const DAY_MILLISECONDS = 86_400_000;

/**
 * Parses a date in the first matching format and returns ISO 8601. A year, a month or a day in ISO
 * form keeps its precision; anything else becomes a day, or a moment in UTC to the second. Returns
 * null when no format matches.
 */
export function parseDate(raw: unknown, formats: readonly DateFormat[]): string | null {
  for (const format of formats.length === 0 ? (['iso'] as const) : formats) {
    const date = parseAs(raw, format);
    if (date !== null) return date;
  }
  return null;
}

function parseAs(raw: unknown, format: DateFormat): string | null {
  switch (format) {
    case 'epoch-ms':
      return momentOf(numberOf(raw));
    case 'epoch-s':
      return momentOf(numberOf(raw) * 1000);
    case 'dd/mm/yyyy':
    case 'mm/dd/yyyy': {
      const [, first, , second, year] = (typeof raw === 'string' && SLASHED.exec(raw.trim())) || [];
      if (year === undefined) return null;
      return format === 'dd/mm/yyyy' ? dayOf(year, second!, first!) : dayOf(year, first!, second!);
    }
    case 'iso':
      return typeof raw === 'string' ? isoOf(raw.trim()) : null;
  }
}

function isoOf(text: string): string | null {
  const match = ISO.exec(text.replace(SLASHED_ISO, '$1-$2-$3'));
  if (match === null) return null;
  const [, year, month, day, hour, minute, second = '00', zone = 'Z'] = match;
  if (month === undefined) return year!;
  if (day === undefined) return dayOf(year!, month, '1') === null ? null : `${year}-${month}`;
  const date = dayOf(year!, month, day);
  if (date === null || hour === undefined) return date;
  const offset = zone === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  return momentOf(Date.parse(`${date}T${hour}:${minute}:${second}${offset}`));
}

function dayOf(year: string, month: string, day: string): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  // JavaScript reads 31 February as 3 March.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? null : date;
}

function momentOf(milliseconds: number): string | null {
  if (!Number.isFinite(milliseconds) || Math.abs(milliseconds) > 8.64e15) return null;
  const text = new Date(milliseconds).toISOString();
  return milliseconds % DAY_MILLISECONDS === 0 ? text.slice(0, 10) : text.replace(/\.\d+Z$/, 'Z');
}

function numberOf(raw: unknown): number {
  if (typeof raw === 'number') return raw;
  return typeof raw === 'string' && /^\s*-?\d+(\.0+)?\s*$/.test(raw) ? Number(raw) : NaN;
}
