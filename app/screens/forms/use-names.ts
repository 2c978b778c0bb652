import type { HeldAnswer } from 'atlas-engine/http';
import { formatDate } from 'atlas-engine/runtime';
import { useCallback } from 'react';
import { placeName, type HeldPlace } from '../../account/place-name.ts';
import { useAtlas } from '../../ui/common/atlas-context.ts';
import { timeText } from '../../ui/common/time-text.ts';
import { languageName } from '../../ui/common/language-name.ts';
import { useAccountTexts } from './account-texts.ts';

/** How ids, languages and times are shown in the language of the page. */
export interface Names {
  /** The name of a level, or of the role of operators. */
  readonly levelName: (id: string) => string;
  /** The name of a level, and of the place in which it is held. */
  readonly placedName: (id: string, place: HeldPlace) => string;
  /** A level with the place and the last day of the grant. */
  readonly heldName: (held: HeldAnswer) => string;
  readonly languageName: (locale: string) => string;
  /** The day of a time in ISO 8601. */
  readonly day: (time: string) => string;
  /** The day and the time of day of a time in ISO 8601. */
  readonly moment: (time: string) => string;
}

export function useNames(): Names {
  const { account, bundles } = useAtlas();
  const { index } = bundles;
  const { levels, locale } = index;
  const t = useAccountTexts();
  const nameOf = useCallback((id: string) => languageName(id, index), [index]);
  const levelName = (id: string): string => {
    const level = levels.find((one) => one.id === id);
    // The groups of an operator are levels and roles.
    const isRole = account.profile?.operator === true && account.levels.includes(id);
    return level?.name ?? (isRole ? t('account.operator') : id);
  };
  const day = (time: string): string => formatDate(time.slice(0, 'YYYY-MM-DD'.length), locale);
  const placedName = (id: string, held: HeldPlace): string => {
    const place = placeName(held, index) ?? (held.area === undefined ? '' : t('admin.an-area'));
    return place ? t('admin.in-place', { level: levelName(id), place }) : levelName(id);
  };
  return {
    levelName,
    placedName,
    heldName: ({ level, until, ...place }) => {
      const name = placedName(level, place);
      return until === null ? name : `${name}, ${t('admin.until-date', { date: day(until) })}`;
    },
    languageName: nameOf,
    day,
    moment: (time) => timeText(time, locale),
  };
}
