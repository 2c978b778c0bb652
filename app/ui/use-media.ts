import { useSyncExternalStore } from 'react';

/** Below this width the panel becomes a bottom sheet. */
export const PHONE = '(max-width: 719px)';

/** Below this width the credits are shortened to a label. */
export const NARROW = '(max-width: 959px)';

/** Returns whether a media query matches, and updates when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}
