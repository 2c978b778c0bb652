import type { Features, Lists, Numbers, Texts } from '../parameters.ts';
import { change, code, names, whichFeatures } from '../phrases.en.ts';
import { words, type Advice } from '../words.ts';

/** A number that lies beyond its limits, and the number that was probably meant. */
type Beyond = {
  readonly number?: number | undefined;
  readonly nearest?: number | undefined;
};

function numberAdvice(p: Beyond, otherwise: string): string | Advice {
  if (p.nearest === undefined) return otherwise;
  return change(`Did you mean ${code(p.nearest)}?`, String(p.number), String(p.nearest));
}

/** What was written with longitude and latitude exchanged. */
type Swapped =
  | (Texts<'found' | 'expected'> & {
      readonly dataset?: undefined;
      readonly file?: undefined;
      readonly isCorner?: boolean;
    })
  | (Texts<'file' | 'found'> & { readonly dataset?: undefined; readonly expected?: undefined })
  | (Texts<'dataset'> & Numbers<'count' | 'of'> & Lists<'columns'> & Features);

function swappedMessage(p: Swapped): string {
  if (p.dataset !== undefined)
    return `${p.count} of ${p.of} features of ${code(p.dataset)} lie outside \`region.bounds\`, and inside once longitude and latitude are exchanged.${whichFeatures(p)}`;
  if (p.file !== undefined)
    return `The data of ${code(p.file)} lie outside \`region.bounds\`, and inside once longitude and latitude are exchanged.`;
  if (p.isCorner) return `Longitude and latitude of this corner are exchanged: ${p.found}.`;
  return `Longitude and latitude are exchanged in [${p.found}].`;
}

function swappedAdvice(p: Swapped): string | Advice {
  if (p.dataset === undefined && p.expected !== undefined)
    if (p.isCorner) return `Write ${code(p.expected)}.`;
    else
      return change(
        `Exchange them: west, south, east and north are [${p.expected}].`,
        `[${p.found}]`,
        `[${p.expected}]`,
      );
  if (p.dataset !== undefined && p.columns.length > 0)
    return `Name the column with the longitude first: \`coordinates: [${p.columns.join(', ')}]\`. If only some rows are wrong, correct them in the file.`;
  return 'Exchange them in the file: the longitude comes first.';
}

/** The words for extents and bounds. */
export const PLACES_WORDS = {
  'extent-corners': words<Lists<'axes'> & Texts<'expected'>>({
    short: 'Corners are swapped',
    message: (p) =>
      `The corners of the extent are swapped (${p.axes.join(', ')}): north-east must lie north and east of south-west.`,
    advice: (p) =>
      `Exchange the numbers; in order, west, south, east and north are [${p.expected}].`,
  }),
  'bounds-order': words<Texts<'found' | 'expected'>>({
    short: 'Bounds in the wrong order',
    message: (p) => `Bounds go west, south, east, north, but these are [${p.found}].`,
    advice: (p) => change(`Write [${p.expected}].`, `[${p.found}]`, `[${p.expected}]`),
  }),
  'extent-empty': words<Texts<'found'>>({
    short: 'Extent without area',
    message: (p) => `The extent [${p.found}] has no area.`,
    advice: 'Give two different corners.',
  }),
  'extent-outside-world': words<Texts<'found'> & Beyond>({
    short: 'Extent outside the world',
    message: (p) => `The extent [${p.found}] leaves the globe.`,
    advice: (p) =>
      numberAdvice(p, 'Longitudes go from -180 to 180, latitudes from -90 to 90, in degrees.'),
  }),
  'extent-outside-region': words<
    Texts<'found' | 'region'> & Beyond & { readonly isPartly?: boolean }
  >({
    short: 'Extent outside the region',
    message: (p) => {
      const region = `the region of the atlas, [${p.region}]`;
      if (p.number !== undefined) return `${code(p.number)} is outside of ${region}.`;
      return `The extent [${p.found}] ${p.isPartly ? 'reaches beyond' : 'does not touch'} ${region}.`;
    },
    advice: (p) =>
      numberAdvice(
        p,
        p.isPartly
          ? 'Correct the extent, or widen `region.bounds`.'
          : 'Check the order of the numbers and the minus signs.',
      ),
  }),
  'cannot-cut': words<Texts<'source' | 'group'>>({
    short: 'Cannot be cut to the extent',
    message: (p) =>
      `${code(p.source)} of the group ${code(p.group)} cannot be cut to the extent: only vector datasets can.`,
    advice: 'Name the group under `groups` instead.',
  }),
  'region-elsewhere': words<Texts<'found' | 'expected'> & Lists<'known'>>({
    short: 'Region is elsewhere',
    message: (p) =>
      `\`region.bounds\`, [${p.found}], do not hold what the atlas shows: ${names(p.known)} ${p.known.length === 1 ? 'is' : 'are'} not, or not whole, inside.`,
    advice: (p) =>
      change(`All of it is inside of [${p.expected}].`, `[${p.found}]`, `[${p.expected}]`),
  }),
  'coordinates-swapped': words<Swapped>({
    short: 'Longitude and latitude exchanged',
    message: swappedMessage,
    advice: swappedAdvice,
  }),
};
