import type { Lists, Texts } from '../parameters.ts';
import { change, code } from '../phrases.en.ts';
import { words } from '../words.ts';

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
  'extent-outside-world': words<Texts<'found'>>({
    short: 'Extent outside the world',
    message: (p) => `The extent [${p.found}] leaves the globe.`,
    advice: 'Longitudes go from -180 to 180, latitudes from -90 to 90, in degrees.',
  }),
  'extent-outside-region': words<Texts<'found' | 'region'>>({
    short: 'Extent outside the region',
    message: (p) =>
      `The extent [${p.found}] does not touch the region of the atlas, [${p.region}].`,
    advice: 'Check for exchanged longitude and latitude, or a missing minus sign.',
  }),
  'cannot-cut': words<Texts<'source' | 'group'>>({
    short: 'Cannot be cut to the extent',
    message: (p) =>
      `${code(p.source)} of the group ${code(p.group)} cannot be cut to the extent: only vector datasets can.`,
    advice: 'Name the group under `groups` instead.',
  }),
};
