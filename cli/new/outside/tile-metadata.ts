/** What TileJSON and the metadata of archives have in common. */
import { isWithin, WORLD, type Bounds } from 'atlas-engine';
import { creditsOf, plainText } from './credits.ts';
import { words } from '../texts-to-fill.ts';
import type { FoundSource } from './found.ts';

type Metadata = Readonly<Record<string, unknown>>;

/** The bounds of tiles that state none. */
export const EVERYWHERE: Bounds = [-180, -85.0511, 180, 85.0511];

/** Returns the words of the owner of tiles; `name` is that of the file or of the path. */
export function wordsOfTiles(
  { name: title, description, attribution }: Metadata,
  name: string,
): Pick<FoundSource, 'name' | 'title' | 'description' | 'credits'> {
  const textOf = (value: unknown): string => (typeof value === 'string' ? plainText(value) : '');
  const [text, about] = [textOf(title), textOf(description)];
  return {
    name,
    title: /^[a-z0-9_-]*$/.test(text) ? words(text || name) : text,
    ...(about && about !== text && { description: about }),
    credits: creditsOf(attribution),
  };
}

/** Returns bounds that limit the tiles; null if there are none, or those of the world. */
export function limitingBounds(bounds: unknown): Bounds | null {
  const numbers = typeof bounds === 'string' ? bounds.split(',').map(Number) : bounds;
  if (!Array.isArray(numbers) || numbers.length !== 4 || !numbers.every(Number.isFinite))
    return null;
  const [west, south, east, north] = numbers as unknown as Bounds;
  const found: Bounds = [west, south, east, north];
  if (west >= east || south >= north || !isWithin(found, WORLD)) return null;
  return isWithin([-180, -85, 180, 85], found) ? null : found;
}
