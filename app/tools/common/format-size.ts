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

/** Formats a share, from 0 to 1, in percent. Small shares have up to two decimals. */
export function formatShare(share: number, locale: string): string {
  const decimals = share < 0.01 ? 2 : share < 0.1 ? 1 : 0;
  return share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: decimals });
}

/** Formats a sum of a field in a language, with at most two decimals and the unit of the field. */
export function formatSum(
  value: number,
  unit: Readonly<Record<string, string>> | undefined,
  locale: string,
): string {
  const format = new Intl.NumberFormat([locale, 'en'], { maximumFractionDigits: 2 });
  const written = format.format(value).replaceAll('\u202F', '\u00A0');
  return unit?.[locale] === undefined ? written : `${written}\u00A0${unit[locale]}`;
}

/** Writes a number with at most three decimals below 1, two below 100, and none above 10 000. */
function write(value: number, unit: 'm' | 'km' | 'ha' | 'km²', locale: string): string {
  const decimals = unit === 'm' ? 0 : value < 1 ? 3 : value < 100 ? 2 : value < 10_000 ? 1 : 0;
  const format = new Intl.NumberFormat([locale, 'en'], { maximumFractionDigits: decimals });
  // The thin space of French groups is hardly visible in large figures.
  return `${format.format(value).replaceAll('\u202F', '\u00A0')}\u00A0${unit}`;
}
