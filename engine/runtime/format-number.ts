/** Number of decimals of measured values. More decimals exceed the accuracy of surveys. */
const DECIMALS = 2;
/** Maximum number of decimals of numbers that are small or that an author wrote. */
const MOST_DECIMALS = 10;

/**
 * Formats a measured value in a language: with at most two decimals, and below 0.1 with two
 * significant digits, so that 0.004 is not shown as 0. `isWhole` rounds it to a whole number.
 */
export function formatNumber(value: number, locale: string, isWhole = false): string {
  const size = Math.abs(value);
  const isSmall = size > 0 && size < 0.1;
  const maximumFractionDigits = isSmall
    ? Math.min(1 - Math.floor(Math.log10(size)), MOST_DECIMALS)
    : DECIMALS;
  const options = { maximumFractionDigits: isWhole ? 0 : maximumFractionDigits };
  return new Intl.NumberFormat([locale, 'en'], options).format(value);
}

/** Formats a number of the configuration, such as the bound of a class, with all its decimals. */
export function formatBound(value: number, locale: string): string {
  return new Intl.NumberFormat([locale, 'en'], { maximumFractionDigits: MOST_DECIMALS }).format(
    value,
  );
}
