import type { BundleIndex } from 'atlas-engine/runtime';
import { translator } from 'atlas-engine/runtime';
import type { CoordinatesFormat } from '../stores/map/coordinates-store.ts';
import type { Place } from '../stores/places/place.ts';
import { toUtm } from './utm.ts';

/** Decimals of degrees: about a metre. */
const DEGREE_DECIMALS = 5;
/** Decimals of seconds: about three metres. */
const SECOND_DECIMALS = 1;

/** Formats a place in the reader's language. `parseCoordinates` reads the result. */
export function formatCoordinates(
  place: Place,
  format: CoordinatesFormat,
  index: BundleIndex,
): string {
  if (format === 'utm') return formatUtm(place);
  const [lng, lat] = place;
  const t = translator(index);
  const north = t(lat < 0 ? 'coordinates.south' : 'coordinates.north');
  const east = t(lng < 0 ? 'coordinates.west' : 'coordinates.east');
  const angle = format === 'dms' ? formatDms : formatDegrees;
  const write = (value: number): string => angle(Math.abs(value), index.locale);
  return `${write(lat)}\u00A0${north}, ${write(lng)}\u00A0${east}`;
}

function formatUtm(place: Place): string {
  const { zone, hemisphere, easting, northing } = toUtm(place);
  return `${zone}${hemisphere} ${Math.round(easting)} ${Math.round(northing)}`;
}

function formatDegrees(value: number, locale: string): string {
  return `${decimal(value, DEGREE_DECIMALS, locale)}°`;
}

function formatDms(value: number, locale: string): string {
  // Rounded as a whole, so that 59.96″ becomes the next minute.
  const tenths = Math.round(value * 3600 * 10 ** SECOND_DECIMALS);
  const seconds = (tenths / 10 ** SECOND_DECIMALS) % 60;
  const minutes = Math.floor(tenths / 10 ** SECOND_DECIMALS / 60);
  const two = (part: number): string => String(part).padStart(2, '0');
  const pad = seconds < 10 ? '0' : '';
  return `${Math.floor(minutes / 60)}°${two(minutes % 60)}′${pad}${decimal(seconds, SECOND_DECIMALS, locale)}″`;
}

function decimal(value: number, digits: number, locale: string): string {
  return new Intl.NumberFormat([locale, 'en'], {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  }).format(value);
}
