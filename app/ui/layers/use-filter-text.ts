import { formatDate } from 'atlas-engine/runtime';
import type { NamedFilter } from '../../stores/layers/filter-store.ts';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { useNumber } from '../common/use-number.ts';

/** Returns a function that describes a filter in one line: "Population: 500 to 2,000". */
export function useFilterText(): (filter: NamedFilter) => string {
  const { locale } = useAtlas().bundles.index;
  const t = useTexts();
  const number = useNumber({ decimals: 6 });
  return ({ field, filter }) => {
    const label = field.label ?? t('criteria.title');
    if (filter.kind === 'words') return t('criteria.contains', { label, words: filter.words });
    if (filter.kind === 'value') {
      const fixed = { true: t('value.yes'), false: t('value.no') };
      const value = { ...fixed, ...field.values }[filter.value] ?? filter.value;
      return t('criteria.equals', { label, value });
    }
    const isDate = field.kind === 'date';
    const words = (end: string): string => {
      if (isDate) return formatDate(end, locale);
      return `${number(Number(end))}${field.unit ? `\u00a0${field.unit}` : ''}`;
    };
    const min = filter.min === undefined ? '' : words(filter.min);
    const max = filter.max === undefined ? '' : words(filter.max);
    if (min && max) return t('criteria.between', { label, min, max });
    if (min) return t(isDate ? 'criteria.since' : 'criteria.at-least', { label, min });
    return t(isDate ? 'criteria.until' : 'criteria.at-most', { label, max });
  };
}
