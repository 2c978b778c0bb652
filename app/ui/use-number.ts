import { useMemo } from 'react';
import { useAtlas } from './atlas-context.ts';

/** How a number is written. */
interface NumberForm {
  /** Most digits after the decimal sign; 1 when absent. */
  readonly decimals?: number;
  /** The unit that follows it, in its short form. */
  readonly unit?: 'kilometer' | 'meter' | 'percent';
}

/** Writes a number as the reader's language does. */
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
