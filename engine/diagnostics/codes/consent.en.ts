import type { Maybe, Numbers, Texts } from '../parameters.ts';
import { code } from '../phrases.en.ts';
import { words } from '../words.ts';

/** The messages about the consent to show data. */
export const CONSENT_WORDS = {
  'unknown-time-zone': words<Texts<'found'>>({
    short: 'Unknown time zone',
    message: (p) => `There is no time zone ${code(p.found)}.`,
    advice: 'Write a name of the IANA time zone database, such as `Africa/Kinshasa`.',
  }),
  'consent-order': words<Texts<'on' | 'until'>>({
    short: 'Consent ends before it begins',
    message: (p) =>
      `The consent ends on ${p.until}, before it was given on ${p.on}, and holds on no day.`,
    advice: 'Swap `on` and `until`, or correct the year.',
  }),
  'consent-without-view': words<Texts<'dataset'>>({
    short: 'Consent without `view`',
    message: (p) =>
      `The consent for ${code(p.dataset)} does not include \`view\`, which every other use needs.`,
    advice:
      'Add `view` to `uses` if the people agreed to it; otherwise remove the dataset from the atlas.',
  }),
  'consent-in-public-file': words<Texts<'dataset'> & { readonly by: 'driver' | 'outline' }>({
    short: 'Data with a consent in a file for everyone',
    message: (p) =>
      p.by === 'driver'
        ? `Browsers keep archives for a year, but the consent for ${code(p.dataset)} can end before.`
        : `Browsers keep the outline of a project for a year, but the consent for ${code(p.dataset)} can end before.`,
    advice: (p) =>
      p.by === 'driver'
        ? 'Remove `driver`: the server then draws the tiles.'
        : 'Remove `outline`: the project then has the rectangle of its extent.',
  }),
  'whole-without-consent': words<Texts<'dataset'>>({
    short: 'Whole dataset without consent to download',
    message: (p) =>
      `The consent for ${code(p.dataset)} does not include \`download\`, but its GeoJSON is the whole dataset.`,
    advice: 'Draw the tiles, and write `geojson: { whole: download }` or remove `geojson`.',
  }),
  'consent-ends': words<Texts<'dataset' | 'until'> & Numbers<'days'>>({
    short: 'Consent ends soon',
    message: (p) =>
      `The consent for ${code(p.dataset)} ends on ${p.until}, in ${p.days} ${p.days === 1 ? 'day' : 'days'}. The dataset then leaves the atlas.`,
    advice: 'Ask whether it is given again, and correct `on` and `until`; or remove the dataset.',
  }),
  'consent-over': words<Texts<'dataset' | 'day'> & { readonly by: 'end' | 'withdrawal' }>({
    short: 'Consent is over',
    message: (p) =>
      p.by === 'end'
        ? `The consent for ${code(p.dataset)} ended on ${p.day}. Nobody receives the dataset.`
        : `The consent for ${code(p.dataset)} was withdrawn on ${p.day}. Nobody receives the dataset.`,
    advice: 'Remove the dataset and its files.',
  }),
  'published-without-consent': words<
    Texts<'dataset' | 'file'> & Maybe<'day'> & { readonly by: 'uses' | 'end' | 'withdrawal' }
  >({
    short: 'Data were published without consent',
    message: (p) => {
      const file = `but was published to everyone in ${code(p.file)}.`;
      if (p.by === 'uses')
        return `The consent for ${code(p.dataset)} does not include \`publish\`, ${file}`;
      const ended = p.by === 'end' ? `ended on ${p.day}` : `was withdrawn on ${p.day}`;
      return `The consent for ${code(p.dataset)} ${ended}, ${file.replace('was', 'the dataset was')}`;
    },
    advice: (p) =>
      `Delete ${code(p.file)} wherever it was published, then remove ${code(p.dataset)} from \`published.json\`.`,
  }),
};
