import { Search, X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { SearchStore } from '../../stores/page/search-store.ts';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { Chunk } from '../common/chunk.tsx';
import { usePrefetchedSearch } from './use-prefetch.ts';

const loadResults = () =>
  import('./search-panel.ts').then((code) => ({ default: code.SearchResults }));

/** The search box. The code that finds and shows results is loaded when somebody turns to it. */
export const SearchBox = observer(function SearchBox(): ReactNode {
  const { search, ui } = useAtlas();
  const t = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const prefetch = usePrefetchedSearch();
  const { text, isOpen, results, active } = search;
  const isShown = isOpen && results.length > 0;
  return (
    <div
      className="float search"
      role="search"
      onPointerEnter={prefetch}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) search.close();
      }}
    >
      <Search size={20} aria-hidden="true" />
      <input
        ref={input}
        type="text"
        role="combobox"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        value={text}
        placeholder={t(ui.phone ? 'search.short' : 'search.placeholder')}
        aria-label={t('search.label')}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? 'search-list' : undefined}
        aria-activedescendant={isShown && active >= 0 ? `search-option-${active}` : undefined}
        onFocus={prefetch}
        onChange={(event) => search.setText(event.target.value)}
        onKeyDown={(event) => onKey(event, search)}
      />
      {text !== '' && (
        <button
          type="button"
          className="icon"
          aria-label={t('search.clear')}
          onClick={() => {
            search.setText('');
            input.current?.focus();
          }}
        >
          <X size={16} />
        </button>
      )}
      {isOpen && (
        // A press on a result keeps the focus in the box.
        <div className="float search-panel" onMouseDown={(event) => event.preventDefault()}>
          <Chunk load={loadResults} />
        </div>
      )}
    </div>
  );
});

function onKey(event: KeyboardEvent<HTMLInputElement>, search: SearchStore): void {
  const { key, nativeEvent } = event;
  // During composition, Enter and the arrows belong to the input method.
  if (nativeEvent.isComposing) return;
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    event.preventDefault();
    if (search.isOpen) search.move(key === 'ArrowDown' ? 1 : -1);
    else search.open();
  } else if (key === 'Enter' && search.isOpen) {
    event.preventDefault();
    search.choose();
  } else if (key === 'Escape' && search.text !== '') {
    // Not the side panel too.
    event.preventDefault();
    event.stopPropagation();
    if (search.isOpen) search.close();
    else search.setText('');
  }
}
