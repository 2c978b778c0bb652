import type { SourceSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { Bounds } from '../basics/values.ts';
import type { BundleSource } from '../bundle/bundle.ts';
import { present } from '../basics/present.ts';

/** Options for converting addresses of the bundle to addresses for the map. */
export interface SourceAddresses {
  /** Origin (`https://host`) for addresses from the site's root; by default they stay relative. */
  readonly origin?: string;
  /** Protocol that is registered with the map for PMTiles archives; default `pmtiles`. */
  readonly pmtilesScheme?: string;
}

/** Compiles a source to a MapLibre source; null for hosted styles, which are separate documents. */
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
  }) as SourceSpecification; // `type` narrows the fields above, but TypeScript does not infer it.
}

/**
 * Adds about a metre on each side to bounds without an area, such as those of a single point.
 * MapLibre requests no tiles for such bounds on the edge of a tile.
 */
function withArea([west, south, east, north]: Bounds): number[] {
  const [x, y] = [west === east ? EDGE : 0, south === north ? EDGE : 0];
  return [west - x, south - y, east + x, north + y];
}

/** Half the side of the added area, in degrees. */
const EDGE = 1e-5;

/** Adds the origin to an address from the site's root. */
function absoluteAddress(address: string, origin: string | undefined): string {
  return origin !== undefined && address.startsWith('/') && !address.startsWith('//')
    ? `${origin}${address}`
    : address;
}

/** Returns whether MapLibre requests a source only when one of its layers is visible. */
export function waitsUntilVisible(source: BundleSource): boolean {
  return 'tiles' in source && source.tiles !== undefined;
}
