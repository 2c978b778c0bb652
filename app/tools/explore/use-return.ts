import { useEffect, type RefObject } from 'react';
import type { ExploreStore } from './explore-store.ts';

/** Gives the focus back to the card or the listed feature that the visitor opened last. */
export function useReturn(store: ExploreStore, place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { focus } = store;
    if (focus === null) return;
    store.setFocus(null);
    const target = place.current?.querySelector<HTMLElement>(
      `[data-return="${CSS.escape(focus)}"]`,
    );
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'center' });
  }, [store, place]);
}
