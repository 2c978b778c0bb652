import { useSyncExternalStore } from 'react';

/** Below this width the panel becomes a sheet over the map. */
export const PHONE = '(max-width: 719px)';

/** Below this width the scale and the sources fold into one word. */
export const NARROW = '(max-width: 959px)';

/** Whether a media query holds, kept up to date. */
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
