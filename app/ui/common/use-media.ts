import { useSyncExternalStore } from 'react';
import { useAtlas } from './atlas-context.ts';

/** Media query for screens on which the panel is a bottom sheet. */
export const PHONE = '(max-width: 719px)';

/** Media query for screens so low that the base maps are behind a button. */
export const SHORT = '(max-height: 479px)';
/** Media query for screens that are too low for the toolbar. */
export const LOW = '(max-height: 679px)';

/** Media query for screens on which the credits are shortened to a label. */
export const NARROW = '(max-width: 959px)';

/** Media query for devices with a mouse or a touch pad, which have a keyboard. */
export const KEYBOARD = '(any-pointer: fine)';

/** Returns whether a media query matches, and updates when that changes. */
export function useMedia(query: string): boolean {
  const { media } = useAtlas();
  const matches = (): boolean => media(query).matches;
  return useSyncExternalStore(
    (changed) => {
      const list = media(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    matches,
    matches,
  );
}
