import { ChevronDown, Lock } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, type ReactNode } from 'react';
import { linesOf, type BundleContent, type GroupEntry } from 'atlas-engine/runtime';
import type { AreaContent, ExploreStore } from './explore-store.ts';
import type { PagedFeature } from 'atlas-engine/http';
import type { FeaturePages } from './feature-pages.ts';
import { openFeature } from '../common/open-feature.ts';
import { AccessNote } from '../../ui/common/access-note.tsx';
import { useAtlas, useTexts } from '../../ui/common/atlas-context.ts';
import { Swatch } from '../../ui/common/swatch.tsx';
import { useNumber } from '../../ui/common/use-number.ts';
import { Loading } from './loading.tsx';

type Open = NonNullable<BundleContent['open']>;

/** The features of a dataset in the area; a dataset that the visitor may not see says so. */
export const ContentList = observer(function ContentList({
  store,
  content: { group, open, pages },
}: {
  store: ExploreStore;
  content: AreaContent;
}): ReactNode {
  const { bundles } = useAtlas();
  const entry = bundles.entries.get(group)?.entry;
  if (!entry) return null;
  if (!open || !pages)
    return (
      <div className="explore-content explore-locked">
        <h4>
          <Swatch symbols={entry.swatch ?? []} hatch />
          <span>{entry.name}</span>
          <Lock size={16} aria-hidden="true" />
        </h4>
        <AccessNote entry={entry} />
      </div>
    );
  return (
    <details
      className="explore-content"
      open={!store.folded.has(group)}
      onToggle={({ currentTarget }) => store.fold(group, !currentTarget.open)}
    >
      <summary>
        <h4>
          <Swatch symbols={entry.swatch ?? []} />
          <span>{entry.name}</span>
          <Count pages={pages} />
          <ChevronDown size={16} aria-hidden="true" />
        </h4>
      </summary>
      <Features store={store} entry={entry} list={{ open, pages }} />
    </details>
  );
});

const Count = observer(function Count({ pages }: { pages: FeaturePages }): ReactNode {
  const number = useNumber();
  return pages.total === null ? null : <span className="count">{number(pages.total)}</span>;
});

const Features = observer(function Features({
  store,
  entry,
  list: { open, pages },
}: {
  store: ExploreStore;
  entry: GroupEntry;
  list: { readonly open: Open; readonly pages: FeaturePages };
}): ReactNode {
  const t = useTexts();
  const number = useNumber();
  const rows = useRef<HTMLUListElement>(null);
  const from = useRef<number | null>(null);
  const { features, total } = pages;
  // The first new row takes the focus after a press of the button.
  useEffect(() => {
    if (from.current === null || features.length <= from.current) return;
    rows.current?.querySelectorAll<HTMLElement>('button')[from.current]?.focus();
    from.current = null;
  }, [features]);
  const more = (): void => {
    from.current = features.length;
    void pages.load();
  };
  return (
    <>
      {pages.isComplete && features.length === 0 && <p className="soft">{t('explore.nothing')}</p>}
      <ul ref={rows} className="explore-features">
        {features.map((feature) => (
          <Feature key={feature.id} store={store} feature={feature} of={{ open, entry }} />
        ))}
      </ul>
      <Loading pages={pages} text="explore.reading" retry={() => void pages.load()} />
      {!pages.isComplete && !pages.loading && !pages.problem && features.length > 0 && (
        <p className="soft">
          {total !== null &&
            t('explore.shown', { shown: number(features.length), total: number(total) })}{' '}
          <button
            type="button"
            className="link"
            aria-label={t('explore.more-of', { name: entry.name })}
            onClick={more}
          >
            {t('explore.show-more')}
          </button>
        </p>
      )}
    </>
  );
});

const Feature = observer(function Feature({
  store,
  feature,
  of: { open, entry },
}: {
  store: ExploreStore;
  feature: PagedFeature;
  of: { readonly open: Open; readonly entry: GroupEntry };
}): ReactNode {
  const atlas = useAtlas();
  const { dataset } = open;
  const { index } = atlas.bundles;
  const described = { properties: feature.properties, dataset };
  const [title] = linesOf(
    open.title.map((row) => ({ ...row, label: '' })),
    described,
    index,
  );
  const facts = linesOf(open.facts, described, index);
  const focus = `${dataset} ${feature.id}`;
  return (
    <li>
      <button
        type="button"
        data-return={focus}
        onClick={() => {
          store.setFocus(focus);
          void openFeature(atlas, { group: entry.id, dataset }, feature);
        }}
      >
        <span className="explore-name" lang={title?.language}>
          {title?.value ?? entry.name}
        </span>
        <span className="soft">
          {facts.map(({ label, value, language }, place) => (
            <span key={label} lang={language}>
              {place > 0 && ' · '}
              <span className="sr-only">{label} </span>
              {value}
            </span>
          ))}
        </span>
      </button>
    </li>
  );
});
