/** Parts of addresses that the crawl tries in every atlas. */

/** Tiles with features of the atlas, without them, and invalid ones. */
export const TILES = [
  '0/0/0',
  '2/2/1',
  '3/4/3',
  '5/17/15',
  '6/34/31',
  '8/137/125',
  '8/0/0',
  '9/0/0',
  '25/0/0',
  '3/8/0',
  '03/1/1',
];

/** Prefixes of public words, of locked words, and of every secret. */
export const QUESTIONS = [
  '',
  'w',
  'well',
  'WÉLL 1',
  'puits',
  'grave',
  'coast',
  'c',
  'canary',
  'canaryelder',
  '%',
];

/** Names that do not exist. */
export const NOBODY = ['no-such', 'hid-unknown', '__proto__', 'constructor'];

/** Questions about what is near shapes: a place, a line across the atlas, and one that is not valid. */
export const shapesAt = (url: string) =>
  [
    { type: 'Point', coordinates: [11, 1] },
    { type: 'LineString', coordinates: [[9, -3], [17, 5]] }, // prettier-ignore
    { type: 'LineString', coordinates: [] },
  ].map((geometry) => ({
    url,
    body: JSON.stringify({ geometry }),
    type: 'application/json' as const,
  }));
