import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useAccountTexts } from '../forms/account-texts.ts';

/** Entries that are shown at once, and added by each “more”. */
const PAGE = 25;

/** The first entries of a list, and a button that shows more of them. */
export const Paged = observer(function Paged<Item>({
  items,
  children,
}: {
  items: readonly Item[];
  /** Draws the shown entries, each as a child of the list or of its only child. */
  children: (shown: readonly Item[]) => ReactNode;
}): ReactNode {
  const t = useAccountTexts();
  const [most, setMost] = useState(PAGE);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (most > PAGE) focusEntry(list.current, most - PAGE);
  }, [most]);
  return (
    <>
      <div ref={list}>{children(items.slice(0, most))}</div>
      {items.length > most && (
        <button type="button" className="button admin-more" onClick={() => setMost(most + PAGE)}>
          {t('admin.more')}
        </button>
      )}
    </>
  );
});

/** Moves the focus to an entry, because the button may have left the page. */
function focusEntry(list: HTMLElement | null, place: number): void {
  const entries = list?.children.length === 1 ? list.children[0]?.children : list?.children;
  const entry = entries?.[place];
  if (!(entry instanceof HTMLElement)) return;
  entry.tabIndex = -1;
  entry.focus({ preventScroll: true });
}
