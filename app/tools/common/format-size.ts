const METRES_PER_KILOMETRE = 1000;
const SQUARE_METRES_PER_HECTARE = 10_000;
const SQUARE_METRES_PER_KM2 = 1_000_000;

/** Formats a length in metres in a language: in m below 1 km, otherwise in km. */
export function formatLength(metres: number, locale: string): string {
  if (Math.round(metres) < METRES_PER_KILOMETRE) return write(metres, 'm', locale);
  return write(metres / METRES_PER_KILOMETRE, 'km', locale);
}

/** Formats an area in square metres in a language: in ha and in km². */
export function formatArea(squareMetres: number, locale: string): readonly [string, string] {
  return [
    write(squareMetres / SQUARE_METRES_PER_HECTARE, 'ha', locale),
    write(squareMetres / SQUARE_METRES_PER_KM2, 'km²', locale),
  ];
}

/** Formats an area in km² in a language, rounded down: no area below a limit appears to reach it. */
export function areaBelowLimit(squareKilometres: number, locale: string): string {
  const steps = 10 ** decimalsOf(squareKilometres, 'km²');
  return write(Math.floor(squareKilometres * steps) / steps, 'km²', locale);
}

/** Figures of measured data have this many digits; more would be false precision. */
const DIGITS = 3;

/** Below this area in square metres, people think in hectares: 100 km². */
const HECTARES_BELOW = 100 * SQUARE_METRES_PER_KM2;

/** The least area that is written as a number, in ha or in km². */
const LEAST_AREA = 0.01;

/** Formats a measured area in square metres with three digits: in ha below 100 km², else in km². */
export function roundedArea(squareMetres: number, locale: string): string {
  return roundedAreas([squareMetres], locale)(squareMetres);
}

/**
 * Returns what formats the measured areas of a list like `roundedArea`. All have the unit of the
 * largest, so that they can be compared.
 */
export function roundedAreas(
  list: readonly number[],
  locale: string,
): (squareMetres: number) => string {
  const [unit, size] =
    Math.max(0, ...list) < HECTARES_BELOW
      ? (['ha', SQUARE_METRES_PER_HECTARE] as const)
      : (['km²', SQUARE_METRES_PER_KM2] as const);
  return (squareMetres) => {
    const value = squareMetres / size;
    const isLess = value > 0 && value < LEAST_AREA;
    return `${isLess ? '<\u00A0' : ''}${writeRounded(isLess ? LEAST_AREA : value, unit, locale)}`;
  };
}

/** Formats a measured length in metres with three digits: in m below 1 km, otherwise in km. */
export function roundedLength(metres: number, locale: string): string {
  return Math.round(metres) < METRES_PER_KILOMETRE
    ? writeRounded(metres, 'm', locale)
    : writeRounded(metres / METRES_PER_KILOMETRE, 'km', locale);
}

/**
 * Formats a distance as exactly as data on a map are: to 10 m below 1 km, to 100 m below 10 km, and
 * to 1 km above.
 */
export function formatDistance(metres: number, locale: string): string {
  const tens = 10 * Math.max(1, Math.round(metres / 10));
  const [value, unit, decimals] =
    tens < METRES_PER_KILOMETRE
      ? ([tens, 'm', 0] as const)
      : ([metres / METRES_PER_KILOMETRE, 'km', metres < 9_950 ? 1 : 0] as const);
  return `${number(value, { maximumFractionDigits: decimals }, locale)}\u00A0${unit}`;
}

/** The least share that is written as a number. */
const LEAST_SHARE = 0.001;

/** Formats a share, from 0 to 1, in percent: with a decimal below 10 %. */
export function formatShare(share: number, locale: string): string {
  const decimals = share < 0.0995 ? 1 : 0;
  const isLess = share > 0 && share < LEAST_SHARE;
  const format = { style: 'percent', maximumFractionDigits: decimals } as const;
  const written = number(isLess ? LEAST_SHARE : share, format, locale);
  return isLess ? `<\u00A0${written}` : written;
}

/** From this value on, a sum has three digits. */
const ROUNDED_FROM = 10_000;

/**
 * Formats a sum of a field in a language, with the unit of the field: with at most two decimals, and
 * large ones with three digits.
 */
export function formatSum(
  value: number,
  unit: Readonly<Record<string, string>> | undefined,
  locale: string,
): string {
  const isLarge = Math.abs(value) >= ROUNDED_FROM;
  const digits = isLarge ? { maximumSignificantDigits: DIGITS } : { maximumFractionDigits: 2 };
  const written = number(value, digits, locale);
  return withUnit(written, unit?.[locale], locale);
}

/** Writes a unit after a number; some languages, such as English, write a percent sign without a space. */
function withUnit(written: string, unit: string | undefined, locale: string): string {
  if (unit === undefined) return written;
  const isTight = unit === '%' && number(0, { style: 'percent' }, locale) === '0%';
  return `${written}${isTight ? '' : '\u00A0'}${unit}`;
}

/** Formats a value of a raster or a mean of some, with its unit: with three digits. */
export function formatMean(
  value: number,
  unit: Readonly<Record<string, string>> | undefined,
  locale: string,
): string {
  const written = number(value, { maximumSignificantDigits: DIGITS }, locale);
  return withUnit(written, unit?.[locale], locale);
}

type Unit = 'm' | 'km' | 'ha' | 'km²';

function write(value: number, unit: Unit, locale: string): string {
  return `${number(value, { maximumFractionDigits: decimalsOf(value, unit) }, locale)}\u00A0${unit}`;
}

/** Three decimals below 1, two below 100. From then on areas have none, and km one below 10 000. */
function decimalsOf(value: number, unit: Unit): number {
  if (unit === 'm') return 0;
  if (value < 100) return value < 1 ? 3 : 2;
  return unit === 'km' && value < 10_000 ? 1 : 0;
}

function writeRounded(value: number, unit: string, locale: string): string {
  const digits = { maximumSignificantDigits: DIGITS, maximumFractionDigits: 1 };
  return `${number(value, digits, locale)}\u00A0${unit}`;
}

function number(value: number, format: Intl.NumberFormatOptions, locale: string): string {
  // The thin space of French groups is hardly visible in large figures.
  return new Intl.NumberFormat([locale, 'en'], format).format(value).replaceAll('\u202F', '\u00A0');
}
