import type { BundleIndex } from 'atlas-engine/runtime';
import { translator } from 'atlas-engine/runtime';
import type { CoordinatesFormat } from '../stores/map/coordinates-store.ts';
import type { Place } from '../stores/places/place.ts';
import { toUtm } from './utm.ts';

/** Metres of a degree of latitude. */
const DEGREE_METRES = 111_320;
/** The finest step: about a metre, five decimals of degrees. */
const FINEST_METRES = 1;

/**
 * Formats a place in the reader's language, in steps that are not finer than a number of metres.
 * `parseCoordinates` reads the result.
 */
export function formatCoordinates(
  place: Place,
  format: CoordinatesFormat,
  index: BundleIndex,
  metres = FINEST_METRES,
): string {
  if (format === 'utm') return formatUtm(place, metres);
  const [lng, lat] = place;
  const t = translator(index);
  const north = t(lat < 0 ? 'coordinates.south' : 'coordinates.north');
  const east = t(lng < 0 ? 'coordinates.west' : 'coordinates.east');
  const angle = format === 'dms' ? formatDms : formatDegrees;
  const write = (value: number): string => angle(Math.abs(value), index.locale, metres);
  return `${write(lat)}\u00A0${north}, ${write(lng)}\u00A0${east}`;
}

function formatUtm(place: Place, metres: number): string {
  const { zone, hemisphere, easting, northing } = toUtm(place);
  const step = 10 ** Math.floor(Math.log10(Math.max(FINEST_METRES, metres)));
  const write = (value: number): number => Math.round(value / step) * step;
  return `${zone}${hemisphere} ${write(easting)} ${write(northing)}`;
}

/** Returns how many decimals of a unit a step has. */
function decimalsOf(unit: number, metres: number, most: number): number {
  const decimals = Math.ceil(Math.log10(unit / metres));
  return Math.min(most, Math.max(0, decimals));
}

function formatDegrees(value: number, locale: string, metres: number): string {
  return `${decimal(value, decimalsOf(DEGREE_METRES, metres, 5), locale)}°`;
}

function formatDms(value: number, locale: string, metres: number): string {
  // Tenths of seconds are about three metres.
  const decimals = decimalsOf(DEGREE_METRES / 3600, metres, 1);
  // Rounded as a whole, so that 59.96″ becomes the next minute.
  const steps = Math.round(value * 3600 * 10 ** decimals);
  const seconds = (steps / 10 ** decimals) % 60;
  const minutes = Math.floor(steps / 10 ** decimals / 60);
  const two = (part: number): string => String(part).padStart(2, '0');
  const pad = seconds < 10 ? '0' : '';
  return `${Math.floor(minutes / 60)}°${two(minutes % 60)}′${pad}${decimal(seconds, decimals, locale)}″`;
}

function decimal(value: number, digits: number, locale: string): string {
  return new Intl.NumberFormat([locale, 'en'], {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  }).format(value);
}
