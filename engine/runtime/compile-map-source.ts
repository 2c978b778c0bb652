import type { SourceSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { Bounds, BundleSource } from '../bundle/bundle.ts';
import { present } from './present.ts';

/** How addresses of the bundle become addresses the map can ask. */
export interface SourceAddresses {
  /** `https://host` put before addresses from the site's root; left as they are without it. */
  readonly origin?: string;
  /** Scheme under which archives are registered with the map; `pmtiles` by default. */
  readonly pmtilesScheme?: string;
}

/** What the map reads: a MapLibre source; null for hosted styles, which are documents of their own. */
export function compileMapSource(
  source: BundleSource,
  addresses: SourceAddresses,
): SourceSpecification | null {
  if (source.type === 'style') return null;
  const absolute = (address: string): string => absoluteAddress(address, addresses.origin);
  if (source.type === 'geojson') return { type: 'geojson', data: absolute(source.data) };
  const { minzoom, maxzoom, bounds, tiles, pmtiles } = source;
  const scheme = addresses.pmtilesScheme ?? 'pmtiles';
  return present({
    type: source.type,
    tiles: tiles?.map(absolute),
    url: tiles || pmtiles === undefined ? undefined : `${scheme}://${absolute(pmtiles)}`,
    tileSize: 'tileSize' in source ? source.tileSize : undefined,
    encoding: 'encoding' in source ? source.encoding : undefined,
    minzoom,
    maxzoom,
    bounds: bounds && withArea(bounds),
  }) as SourceSpecification; // `type` narrows the fields above, which TypeScript does not see.
}

/**
 * MapLibre asks for no tile at all of bounds without an area that lie on the edge of tiles, as those
 * of a single point on the equator; about a metre more on each side gives them one.
 */
function withArea([west, south, east, north]: Bounds): number[] {
  const [x, y] = [west === east ? EDGE : 0, south === north ? EDGE : 0];
  return [west - x, south - y, east + x, north + y];
}

/** Degrees. */
const EDGE = 1e-5;

/** Puts the origin before an address from the site's root. */
function absoluteAddress(address: string, origin: string | undefined): string {
  return origin !== undefined && address.startsWith('/') && !address.startsWith('//')
    ? `${origin}${address}`
    : address;
}

/** Whether MapLibre asks for nothing of a source before one of its layers is visible. */
export function waitsUntilVisible(source: BundleSource): boolean {
  return 'tiles' in source && source.tiles !== undefined;
}
