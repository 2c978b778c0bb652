import type { Translate } from 'atlas-engine/runtime';
import type { ChosenArea } from '../../stores/places/area-store.ts';
import { formatLength } from '../common/format-size.ts';

/** Returns what was analysed: an area, a feature or what is around one. */
export function analysisTitle(of: ChosenArea | null, t: Translate, locale: string): string {
  if (of?.name === undefined) return t('analysis.of-area');
  const { name, around } = of;
  if (!around) return t('analysis.of', { name });
  return t('analysis.of-around', { name, distance: formatLength(around.metres, locale) });
}
