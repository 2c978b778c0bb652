import { useLayoutEffect } from 'react';
import type { AtlasStore } from '../../stores/atlas-store.ts';
import { useAtlas } from '../common/atlas-context.ts';

/** The shortcuts with a single key. `keys-dialog.tsx` lists them. */
const SINGLE_KEYS: Readonly<Record<string, (atlas: AtlasStore) => void>> = {
  '?': ({ ui }) => ui.setKeysOpen(true),
  '/': () => focus('.search input'),
  m: () => focus('.map canvas'),
};

/**
 * Handles keys wherever the focus is: Escape closes the side panel, and the shortcuts with a single
 * key work outside of text fields, unless the visitor switched them off.
 */
export function useShortcuts(): void {
  const atlas = useAtlas();
  // Before `repeatEarly`, which follows the first rendering.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      // The browser closes an open dialog.
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      if (event.key === 'Escape') {
        atlas.side.close();
        return;
      }
      const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey;
      const shortcut = SINGLE_KEYS[event.key];
      const { embedded, singleKeys } = atlas.ui;
      if (!shortcut || !isPlain || embedded || !singleKeys || isTyping(event.target)) return;
      event.preventDefault();
      shortcut(atlas);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [atlas]);
}

function focus(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}

/** Returns whether an element takes the typed text. */
function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !/^(?:checkbox|radio|range)$/.test(target.type);
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}
