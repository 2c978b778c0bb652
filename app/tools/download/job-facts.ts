import { formatDate } from 'atlas-engine/runtime';
import { dayOf } from '../../stores/page/welcome-store.ts';

const BYTES_PER_KB = 1_000;
const BYTES_PER_MB = 1_000_000;

/** From this size on, in km², a size has no decimals. */
const LARGE_KM2 = 10_000;

/** The size of an area in km², rounded down, so that no size below a limit appears to reach it. */
export function areaText(size: number, locale: string): string {
  const number = new Intl.NumberFormat([locale, 'en'], { maximumFractionDigits: 1 });
  const steps = size < LARGE_KM2 ? 10 : 1;
  return `${number.format(Math.floor(size * steps) / steps).replaceAll('\u202F', '\u00A0')}\u00A0km²`;
}

/** The size of a file. */
export function sizeText(bytes: number, locale: string): string {
  const number = new Intl.NumberFormat([locale, 'en'], { maximumSignificantDigits: 2 });
  const isSmall = bytes < BYTES_PER_MB;
  const unit = `${isSmall ? 'k' : 'M'}${locale.startsWith('fr') ? 'o' : 'B'}`;
  return `${number.format(bytes / (isSmall ? BYTES_PER_KB : BYTES_PER_MB))}\u00A0${unit}`;
}

/** A day and a time. */
export function timeText(time: string, locale: string): string {
  const date = new Date(time);
  const clock = new Intl.DateTimeFormat([locale, 'en'], { timeStyle: 'short', hour12: false });
  return `${formatDate(dayOf(date), locale)}, ${clock.format(date)}`;
}
