import { formatDate } from 'atlas-engine/runtime';
import { useCallback } from 'react';
import { useAtlas } from '../../ui/common/atlas-context.ts';
import { useAccountTexts } from './account-texts.ts';

/** How ids, languages and times are shown in the language of the page. */
export interface Names {
  /** The name of a level, or of the role of operators. */
  readonly levelName: (id: string) => string;
  readonly languageName: (locale: string) => string;
  /** The day of a time in ISO 8601. */
  readonly day: (time: string) => string;
}

export function useNames(): Names {
  const { account, bundles } = useAtlas();
  const { levels, locale, locales } = bundles.index;
  const t = useAccountTexts();
  const languageName = useCallback(
    (id: string) => locales.available.find((one) => one.id === id)?.name ?? id,
    [locales],
  );
  return {
    levelName: (id) => {
      const level = levels.find((one) => one.id === id);
      // The groups of an operator are levels and roles.
      const isRole = account.profile?.operator === true && account.levels.includes(id);
      return level?.name ?? (isRole ? t('account.operator') : id);
    },
    languageName,
    day: (time) => formatDate(time.slice(0, 'YYYY-MM-DD'.length), locale),
  };
}
