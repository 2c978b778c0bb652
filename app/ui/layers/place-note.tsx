import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { formatDate, valuesOf, type GroupEntry } from 'atlas-engine/runtime';
import { goToPlaces } from './go-to-places.ts';
import { placeName } from '../../account/place-name.ts';
import { useAtlas, useTexts } from '../common/atlas-context.ts';

/** Says in which places, and until when, a group is shown, if the visitor may see it only there. */
export default observer(function PlaceNote({ entry }: { entry: GroupEntry }): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const { id, places: keys } = entry;
  if (!keys) return null;
  const { index } = atlas.bundles;
  const places = atlas.account.placed.filter(({ key = '' }) => keys.includes(key));
  const names = places.map((held) => {
    const place = placeName(held, index) ?? t('group.granted-area');
    if (held.until === null) return place;
    return t('group.place-until', { place, date: formatDate(held.until, index.locale) });
  });
  if (names.length === 0) return null;
  return (
    <p className="row-note">
      {t('group.only-here', { places: valuesOf([...new Set(names)], index) })}{' '}
      <button
        type="button"
        className="link"
        aria-label={t('group.go-to-of', { name: entry.name })}
        onClick={() => goToPlaces(atlas, { id, places })}
      >
        {t('group.go-to')}
      </button>
    </p>
  );
});
