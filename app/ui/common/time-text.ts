import { formatDate } from 'atlas-engine/runtime';
import { dayOf } from '../../stores/page/welcome-store.ts';

/** Returns the day and the time of day of a time in ISO 8601, in the time zone of the reader. */
export function timeText(time: string, locale: string): string {
  const date = new Date(time);
  const clock = new Intl.DateTimeFormat([locale, 'en'], { timeStyle: 'short', hour12: false });
  return `${formatDate(dayOf(date), locale)}, ${clock.format(date)}`;
}
