const BYTES_PER_KB = 1_000;
const BYTES_PER_MB = 1_000_000;

/** The size of a file. */
export function sizeText(bytes: number, locale: string): string {
  const number = new Intl.NumberFormat([locale, 'en'], { maximumSignificantDigits: 2 });
  const isSmall = bytes < BYTES_PER_MB;
  const unit = `${isSmall ? 'k' : 'M'}${locale.startsWith('fr') ? 'o' : 'B'}`;
  return `${number.format(bytes / (isSmall ? BYTES_PER_KB : BYTES_PER_MB))}\u00A0${unit}`;
}
