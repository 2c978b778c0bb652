import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { valuesOf, type GroupEntry } from 'atlas-engine/runtime';
import { placeName } from '../../account/place-name.ts';
import { useAtlas, useTexts } from '../common/atlas-context.ts';

/** Says in which places a group is shown, if the visitor may see it only there. */
export const PlaceNote = observer(function PlaceNote({ entry }: { entry: GroupEntry }): ReactNode {
  const { account, bundles, catalogue } = useAtlas();
  const t = useTexts();
  const { id, places } = entry;
  if (!places) return null;
  const names = account.placed
    .filter(({ key }) => key !== undefined && places.includes(key))
    .map((held) => placeName(held, bundles.index) ?? t('group.granted-area'));
  if (names.length === 0) return null;
  return (
    <p className="row-note">
      {t('group.only-here', { places: valuesOf([...new Set(names)], bundles.index) })}{' '}
      <button
        type="button"
        className="link"
        aria-label={t('group.go-to-of', { name: entry.name })}
        onClick={() => catalogue.zoomTo(id)}
      >
        {t('group.go-to')}
      </button>
    </p>
  );
});
