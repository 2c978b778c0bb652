import { ChevronLeft, Maximize } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { listOf } from 'atlas-engine/runtime';
import { exactSize } from '../common/area-size.ts';
import type { Card, ExploreStore } from './explore-store.ts';
import { boundsOf } from './sample-area.ts';
import { useAtlas, useTexts } from '../../ui/common/atlas-context.ts';
import { formatArea } from '../common/format-size.ts';
import { AreaPicture } from './area-picture.tsx';
import { ContentList } from './content-list.tsx';
import { useReturn } from './use-return.ts';

/** The chosen area: its picture and text, its layers, and what is in it. */
export const AreaView = observer(function AreaView({
  store,
  card,
}: {
  store: ExploreStore;
  card: Card;
}): ReactNode {
  const { bundles, map } = useAtlas();
  const t = useTexts();
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { area, title, language, description, country, theme, picture } = card;
  const { index } = bundles;
  const size = useMemo(
    () => formatArea(exactSize(area.geometry), index.locale)[1],
    [area, index.locale],
  );
  useEffect(() => {
    if (store.focus === null) heading.current?.focus();
  }, [store]);
  useReturn(store, section);
  return (
    <section ref={section} className="explore explore-area">
      <button type="button" className="quiet explore-back" onClick={store.leave}>
        <ChevronLeft size={16} aria-hidden="true" /> {t('explore.back')}
      </button>
      {picture !== undefined && (
        <AreaPicture
          address={picture}
          alt={store.explore?.picture?.label ?? ''}
          width={320}
          height={160}
        />
      )}
      <h3 ref={heading} tabIndex={-1} lang={language}>
        {title}
      </h3>
      <p className="soft">{[country, theme, size].filter(Boolean).join(' · ')}</p>
      {description && <p lang={description.language}>{description.value}</p>}
      <Layers store={store} />
      <button
        type="button"
        className="quiet"
        onClick={() => map.goToArea({ bounds: boundsOf(area) })}
      >
        <Maximize size={16} aria-hidden="true" /> {t('explore.go-to')}
      </button>
      {store.contents.map((content) => (
        <ContentList key={content.open?.dataset ?? content.group} store={store} content={content} />
      ))}
      {store.contents.length > 0 && <p className="soft explore-touch">{t('explore.touch')}</p>}
    </section>
  );
});

/** The sentence that names the layers of the area that are on the map. */
const Layers = observer(function Layers({ store }: { store: ExploreStore }): ReactNode {
  const { bundles, layers } = useAtlas();
  const t = useTexts();
  const names = (store.explore?.layers ?? []).flatMap((id) =>
    layers.find(id)?.visible ? (bundles.entries.get(id)?.entry.name ?? []) : [],
  );
  if (names.length === 0) return null;
  return <p className="soft">{t('explore.layers', { names: listOf(names, bundles.index) })}</p>;
});
