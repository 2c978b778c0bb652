import { siteAddress, type BundleSource } from 'atlas-engine/runtime';
import { deadline } from './deadline.ts';

/** Timeout of a probe, in milliseconds. */
const PROBE_TIMEOUT_MS = 10_000;

/** A place on the map: zoom, and degrees. */
interface Place {
  readonly zoom: number;
  readonly lat: number;
  readonly lng: number;
}

/**
 * Returns whether the server of a source answers a request for a part of it. The map draws a source
 * again only after it has removed the tiles on the screen, so it asks first.
 */
export async function answers(source: BundleSource, place: Place): Promise<boolean> {
  const address = probeAddress(source, place);
  if (address === null) return true;
  const isArchive = 'pmtiles' in source && source.pmtiles !== undefined;
  const response = await ask(address, isArchive ? { range: 'bytes=0-126' } : {});
  return response?.ok === true && !response.headers.get('content-type')?.includes('html');
}

/** Returns whether the atlas's own server can be reached, or the one with its files. */
export async function isReachable(isStatic: boolean): Promise<boolean> {
  return (await ask(isStatic ? siteAddress('/health') : '/health', {})) !== null;
}

/** Requests an address past the browser's cache, without its content; null without a response. */
async function ask(address: string, headers: Record<string, string>): Promise<Response | null> {
  try {
    const signal = deadline(PROBE_TIMEOUT_MS);
    const response = await fetch(address, { headers, cache: 'reload', signal });
    await response.body?.cancel();
    return response;
  } catch {
    return null;
  }
}

function probeAddress(source: BundleSource, place: Place): string | null {
  if (source.type === 'style') return source.url;
  if (source.type === 'geojson') return source.data;
  const [template] = source.tiles ?? [];
  if (template === undefined) return source.pmtiles ?? null;
  const { minzoom = 0, maxzoom = 22, bounds = [-180, -85, 180, 85] } = source;
  const [west, south, east, north] = bounds;
  const z = Math.floor(within(place.zoom, minzoom, maxzoom));
  const x = ((within(place.lng, west, east) + 180) / 360) * 2 ** z;
  const latitude = (within(place.lat, south, north) * Math.PI) / 180;
  const y = (0.5 - Math.asinh(Math.tan(latitude)) / (2 * Math.PI)) * 2 ** z;
  const numbers: Readonly<Record<string, number>> = { z, x: Math.floor(x), y: Math.floor(y) };
  return template.replace(/\{([zxy])\}/g, (_all, name: string) => String(numbers[name]));
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
