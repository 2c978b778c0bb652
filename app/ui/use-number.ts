import { useMemo } from 'react';
import { useAtlas } from './atlas-context.ts';

/** Writes a number as the reader's language does, with at most so many decimals. */
export function useNumber(decimals = 1): (value: number) => string {
  const { locale } = useAtlas().bundles.index;
  return useMemo(() => {
    const format = new Intl.NumberFormat(locale, { maximumFractionDigits: decimals });
    return (value) => format.format(value);
  }, [locale, decimals]);
}
