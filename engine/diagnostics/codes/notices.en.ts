import type { None, Texts } from '../parameters.ts';
import { change, code, write } from '../phrases.en.ts';
import { words } from '../words.ts';

/** The words for notices, pages and dates. */
export const NOTICES_WORDS = {
  'no-such-day': words<Texts<'found'>>({
    short: 'Day does not exist',
    message: (p) => `The calendar has no day ${code(p.found)}.`,
    advice: 'Write year, month and day: `2026-12-31`.',
  }),
  'date-of-data': words<Texts<'found'>>({
    short: 'Date of data is not a date',
    message: (p) =>
      `${code(p.found)} is not a year, month or day of the calendar; visitors see it as it is written.`,
    advice: (p) => {
      const [, ...parts] = /^(\d{4})(\d{2})(\d{2})$/.exec(p.found) ?? [];
      return parts.length > 0
        ? write(p.found, parts.join('-'))
        : 'Write `2026`, `2026-12` or `2026-12-31`.';
    },
  }),
  'days-order': words<Texts<'from' | 'until'>>({
    short: 'Last day before the first',
    message: (p) =>
      `The notice ends on ${p.until}, before it begins on ${p.from}, and is never shown.`,
    advice: 'Swap `from` and `until`, or correct the year.',
  }),
  'policy-without-responsible': words<None>({
    short: 'Privacy policy names nobody',
    message: 'The privacy policy does not say who answers for the data of visitors.',
    advice:
      'Add `responsible: { name: { all: Office of the Atlas }, address: { all: privacy@example.org } }`, with your own name and a postal or e-mail address.',
  }),
  'second-welcome': words<Texts<'id'>>({
    short: 'Two welcome notices',
    message: (p) => `${code(p.id)} is already the welcome notice of this atlas.`,
    advice: () => change('Write `kind: banner`, or join the two texts.', 'welcome', 'banner'),
  }),
};
