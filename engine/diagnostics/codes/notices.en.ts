import type { Texts } from '../parameters.ts';
import { change, code } from '../phrases.en.ts';
import { words } from '../words.ts';

/** The words for notices and pages. */
export const NOTICES_WORDS = {
  'no-such-day': words<Texts<'found'>>({
    short: 'Day does not exist',
    message: (p) => `The calendar has no day ${code(p.found)}.`,
    advice: 'Write year, month and day: `2026-12-31`.',
  }),
  'days-order': words<Texts<'from' | 'until'>>({
    short: 'Last day before the first',
    message: (p) =>
      `The notice ends on ${p.until}, before it begins on ${p.from}, and is never shown.`,
    advice: 'Swap `from` and `until`, or correct the year.',
  }),
  'second-welcome': words<Texts<'id'>>({
    short: 'Two welcome notices',
    message: (p) => `${code(p.id)} is already the welcome notice of this atlas.`,
    advice: () => change('Write `kind: banner`, or join the two texts.', 'welcome', 'banner'),
  }),
};
