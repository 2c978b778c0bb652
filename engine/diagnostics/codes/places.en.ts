import type { Features, Lists, Numbers, Texts } from '../parameters.ts';
import { change, code, names, whichFeatures } from '../phrases.en.ts';
import { words, type Advice } from '../words.ts';

/** A number outside its range, and the number that was probably meant. */
type Beyond = {
  readonly number?: number | undefined;
  readonly nearest?: number | undefined;
};

function numberAdvice(p: Beyond, otherwise: string): string | Advice {
  if (p.nearest === undefined) return otherwise;
  return change(`Did you mean ${code(p.nearest)}?`, String(p.number), String(p.nearest));
}

/** The place at which longitude and latitude are swapped. */
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
    return `Longitude and latitude seem swapped in ${p.count} of ${p.of} features of ${code(p.dataset)}: swapping them back moves the features inside \`region.bounds\`.${whichFeatures(p)}`;
  if (p.file !== undefined)
    return `Longitude and latitude seem swapped in ${code(p.file)}: swapping them back moves the data inside \`region.bounds\`.`;
  if (p.isCorner) return `Longitude and latitude of this corner are swapped: ${p.found}.`;
  return `Longitude and latitude are swapped in [${p.found}].`;
}

function swappedAdvice(p: Swapped): string | Advice {
  if (p.dataset === undefined && p.expected !== undefined)
    if (p.isCorner) return `Write ${code(p.expected)}.`;
    else
      return change(
        `Write west, south, east, north: [${p.expected}].`,
        `[${p.found}]`,
        `[${p.expected}]`,
      );
  if (p.dataset !== undefined && p.columns.length > 0)
    return `Write the longitude column first: \`coordinates: [${p.columns.join(', ')}]\`. If only some rows are wrong, correct them in the file.`;
  return 'Swap them in the file: longitude comes first.';
}

/** The messages about extents and bounds. */
export const PLACES_WORDS = {
  'extent-corners': words<Lists<'axes'> & Texts<'expected'>>({
    short: 'Corners are swapped',
    message: (p) =>
      `The corners are swapped (${p.axes.join(', ')}): \`north-east\` must be north and east of \`south-west\`.`,
    advice: (p) => `Swap the numbers: west, south, east and north are [${p.expected}].`,
  }),
  'bounds-order': words<Texts<'found' | 'expected'>>({
    short: 'Bounds in the wrong order',
    message: (p) => `The order of bounds is west, south, east, north, but these are [${p.found}].`,
    advice: (p) => change(`Write [${p.expected}].`, `[${p.found}]`, `[${p.expected}]`),
  }),
  'extent-empty': words<Texts<'found'>>({
    short: 'Extent without area',
    message: (p) => `The extent [${p.found}] has no area.`,
    advice: 'Write two different corners.',
  }),
  'extent-outside-world': words<Texts<'found'> & Beyond>({
    short: 'Extent outside the world',
    message: (p) => `The extent [${p.found}] is outside the world.`,
    advice: (p) =>
      numberAdvice(p, 'Longitudes range from -180 to 180 degrees, latitudes from -90 to 90.'),
  }),
  'extent-outside-region': words<
    Texts<'found' | 'region'> & Beyond & { readonly isPartly?: boolean }
  >({
    short: 'Extent outside the region',
    message: (p) => {
      const region = `the region of the atlas, [${p.region}]`;
      if (p.number !== undefined) return `${code(p.number)} is outside ${region}.`;
      return `The extent [${p.found}] ${p.isPartly ? 'extends beyond' : 'does not overlap'} ${region}.`;
    },
    advice: (p) =>
      numberAdvice(
        p,
        p.isPartly
          ? 'Correct the extent, or widen `region.bounds`.'
          : 'Check the order of the numbers and the minus signs.',
      ),
  }),
  'within-needs-features': words<Texts<'source' | 'group'>>({
    short: 'Source without features to select',
    message: (p) =>
      `\`clip\` and \`within\` select features of vector datasets, but the source ${code(p.source)} of the group ${code(p.group)} is none.`,
    advice: 'List the group under `groups` instead.',
  }),
  'region-elsewhere': words<Texts<'found' | 'expected'> & Lists<'known'>>({
    short: 'Region does not contain the data',
    message: (p) => `\`region.bounds\`, [${p.found}], does not fully contain ${names(p.known)}.`,
    advice: (p) =>
      change(`Bounds that contain everything: [${p.expected}].`, `[${p.found}]`, `[${p.expected}]`),
  }),
  'coordinates-swapped': words<Swapped>({
    short: 'Longitude and latitude are swapped',
    message: swappedMessage,
    advice: swappedAdvice,
  }),
};
