import { useMemo } from 'react';
import { useAtlas } from './atlas-context.ts';

/** The format of a number. */
interface NumberForm {
  /** Maximum number of decimals, 1 by default. */
  readonly decimals?: number;
  /** The unit, shown in its short form. */
  readonly unit?: 'kilometer' | 'meter' | 'percent';
}

/** Returns a function that formats numbers in the reader's language. */
export function useNumber({ decimals = 1, unit }: NumberForm = {}): (value: number) => string {
  const { locale } = useAtlas().bundles.index;
  return useMemo(() => {
    const format = new Intl.NumberFormat([locale, 'en'], {
      maximumFractionDigits: decimals,
      ...(unit && { style: 'unit', unit }),
    });
    return (value) => format.format(value);
  }, [locale, decimals, unit]);
}
