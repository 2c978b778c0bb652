import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { MOST_AREAS, type Card, type ExploreStore, type FilterKey } from './explore-store.ts';
import { useTexts } from '../../ui/common/atlas-context.ts';
import { NamedAreaBox } from '../common/area-by-name.tsx';
import { AreaPicture } from './area-picture.tsx';
import { Loading } from './loading.tsx';
import { useReturn } from './use-return.ts';

/** The sample areas as cards, with filters by country and theme. */
export const AreaCards = observer(function AreaCards({
  store,
}: {
  store: ExploreStore;
}): ReactNode {
  const t = useTexts();
  const section = useRef<HTMLDivElement>(null);
  useReturn(store, section);
  // The first new card takes the focus after a press of the button.
  const shown = useRef(store.most);
  useEffect(() => {
    const cards = section.current?.querySelectorAll<HTMLElement>('.explore-card');
    if (store.most > shown.current) cards?.[shown.current]?.focus();
    shown.current = store.most;
  }, [store.most]);
  const { list, cards, matching } = store;
  if (!list) return null;
  const isEmpty = cards.length === 0 && list.isComplete;
  const isCut = !list.isComplete && list.features.length >= MOST_AREAS;
  const hasMore = matching.length > store.most;
  const isFiltered = store.filter.country !== '' || store.filter.theme !== '';
  return (
    <div ref={section} className="explore">
      {store.isNamed && <NamedAreaBox value="" choose={store.chooseNamed} />}
      {cards.length > 1 && (
        <div className="explore-filters">
          <Filter store={store} of="country" />
          <Filter store={store} of="theme" />
        </div>
      )}
      <p className="soft explore-count" role="status">
        {isEmpty && t('explore.empty')}
        {cards.length > 0 && matching.length > 0 && t('explore.count', { count: matching.length })}
        {cards.length > 0 && matching.length === 0 && t('explore.no-match')}{' '}
        {isFiltered && (
          <button type="button" className="link" onClick={store.clearFilter}>
            {t('explore.clear')}
          </button>
        )}
      </p>
      <ul className="explore-cards">
        {matching.slice(0, store.most).map((card) => (
          <CardButton key={card.area.id} card={card} store={store} />
        ))}
      </ul>
      {hasMore && (
        <div className="tool-actions">
          <button type="button" className="button" onClick={store.showMore}>
            {t('explore.more')}
          </button>
        </div>
      )}
      <Loading pages={list} text="explore.loading" retry={() => void store.loadAreas()} />
      {isCut && <p className="soft">{t('explore.first', { count: MOST_AREAS })}</p>}
    </div>
  );
});

/** A select with the values of a field of the areas; nothing if the areas have only one value. */
const Filter = observer(function Filter({
  store,
  of,
}: {
  store: ExploreStore;
  of: FilterKey;
}): ReactNode {
  const t = useTexts();
  const id = useId();
  const row = store.explore?.[of];
  const values = store.valuesOf(of);
  if (!row || values.length < 2) return null;
  return (
    <div>
      <label htmlFor={id}>{row.label}</label>
      <select
        id={id}
        value={store.filter[of]}
        onChange={({ target }) => store.setFilter(of, target.value)}
      >
        <option value="">{t('explore.any')}</option>
        {values.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </select>
    </div>
  );
});

const CardButton = observer(function CardButton({
  card: { area, title, language, country, theme, picture },
  store,
}: {
  card: Card;
  store: ExploreStore;
}): ReactNode {
  return (
    <li>
      <button
        type="button"
        className="explore-card"
        data-return={`area ${area.id}`}
        onClick={() => store.choose(area)}
      >
        <AreaPicture address={picture} width={96} height={72} />
        <span>
          <span className="explore-title" lang={language}>
            {title}
          </span>
          <span className="soft">{[country, theme].filter(Boolean).join(' · ')}</span>
        </span>
      </button>
    </li>
  );
});
