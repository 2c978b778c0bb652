import {
  ArrowLeft,
  ChevronDown,
  Folder,
  Layers,
  List,
  Lock,
  MapPin,
  Navigation,
  Shapes,
  type LucideIcon,
} from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, type ReactNode } from 'react';
import {
  RESULT_KINDS,
  type ResultKind,
  type SearchResult,
} from '../../stores/page/search-store.ts';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { findResults, loadPlaces } from './find-results.ts';

/** Time without typing until the server is asked, in milliseconds. */
const PAUSE_MS = 200;

const ICONS: Readonly<Record<ResultKind, LucideIcon>> = {
  go: Navigation,
  project: Folder,
  group: Layers,
  place: MapPin,
  feature: Shapes,
};

const LIST_ICONS: Readonly<Record<NonNullable<SearchResult['lists']>, LucideIcon>> = {
  whole: List,
  more: ChevronDown,
  back: ArrowLeft,
};

/** The results below the search box, by kind. Loads them while it is shown. */
export const SearchResults = observer(function SearchResults(): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const { search, bundles } = atlas;
  const { text, attempt, results, scope, state } = search;
  const { locale } = bundles.index;
  useEffect(() => void loadPlaces(atlas), [atlas, locale]);
  useEffect(() => {
    const left = new AbortController();
    const timer = setTimeout(() => void findResults(atlas, left.signal), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [atlas, text, attempt, scope, locale]);
  const count = results.length;
  const isEmpty = count === 0 && (state === 'done' || state === 'offline');
  const isNoted = isEmpty || state === 'offline' || state === 'similar';
  return (
    <div className="search-results">
      <div role="status" className={isNoted ? 'search-note' : 'sr-only'}>
        {state === 'loading' && t('search.loading')}
        {state === 'offline' && <p>{t(bundles.isStatic ? 'static.search' : 'search.offline')}</p>}
        {state === 'similar' && <p>{t('search.similar', { text: text.trim() })}</p>}
        {isEmpty && <p>{t('search.none', { text: text.trim() })}</p>}
        {state === 'done' && count > 0 && t('search.found', { count })}
      </div>
      {state === 'offline' && !bundles.isStatic && (
        <button type="button" className="link search-retry" onClick={search.retry}>
          {t('group.retry')}
        </button>
      )}
      <div role="listbox" id="search-list" aria-label={t('search.list')} hidden={count === 0}>
        {RESULT_KINDS.filter((kind) => results.some((result) => result.kind === kind))
          .sort((a, b) => firstOf(a, results) - firstOf(b, results))
          .map((kind) => (
            <Kind key={kind} kind={kind} />
          ))}
      </div>
    </div>
  );
});

const Kind = observer(function Kind({ kind }: { kind: ResultKind }): ReactNode {
  const { search } = useAtlas();
  const t = useTexts();
  const heading = `search-kind-${kind}`;
  const name = kind === 'go' ? 'tool.coordinates' : (`search.${kind}` as const);
  return (
    <div role="group" aria-labelledby={heading}>
      <p id={heading} className="search-kind" role="presentation">
        {t(name)}
      </p>
      {search.results.map(
        (result, index) =>
          result.kind === kind && <Option key={result.key} result={result} index={index} />,
      )}
    </div>
  );
});

const Option = observer(function Option({
  result,
  index,
}: {
  result: SearchResult;
  index: number;
}): ReactNode {
  const { search } = useAtlas();
  const t = useTexts();
  const option = useRef<HTMLDivElement>(null);
  const isActive = search.active === index;
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const { kind, title, context, locked, lists } = result;
  const Icon = lists ? LIST_ICONS[lists] : ICONS[kind];
  return (
    <div
      ref={option}
      role="option"
      id={optionId(index)}
      aria-selected={isActive}
      className="search-option"
      onClick={() => search.choose(result)}
    >
      <Icon size={16} aria-hidden="true" />
      <span className="search-title">
        {lists && t(`search.${lists}`, { name: title })}
        {!lists && (kind === 'go' ? t('search.go', { coordinates: title }) : title)}
        {context && <span className="soft"> {context}</span>}
      </span>
      {locked && (
        <>
          <Lock size={16} aria-hidden="true" />
          <span className="sr-only">{t('legend.restricted')}</span>
        </>
      )}
    </div>
  );
});

/** Returns the id of the element of a result, for `aria-activedescendant`. */
function optionId(index: number): string {
  return `search-option-${index}`;
}

function firstOf(kind: ResultKind, results: readonly SearchResult[]): number {
  return results.findIndex((result) => result.kind === kind);
}
