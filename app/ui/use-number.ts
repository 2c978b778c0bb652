import { useMemo } from 'react';
import { useAtlas } from './atlas-context.ts';

/**
 * Returns a function that formats numbers in the reader's language, with at most this many
 * decimals.
 */
export function useNumber(decimals = 1): (value: number) => string {
  const { locale } = useAtlas().bundles.index;
  return useMemo(() => {
    const format = new Intl.NumberFormat(locale, { maximumFractionDigits: decimals });
    return (value) => format.format(value);
  }, [locale, decimals]);
}
