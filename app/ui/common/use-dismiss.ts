import { useEffect, type RefObject } from 'react';

/**
 * Calls `dismiss` on Escape, and on a press outside of an element. The button that opens the element,
 * `opener` (a selector), gets the focus back on Escape; a press on it is its own matter.
 */
export function useDismiss(
  element: RefObject<HTMLElement | null>,
  opener: string,
  dismiss: () => void,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      dismiss();
      document.querySelector<HTMLElement>(opener)?.focus();
    };
    const onPress = ({ target }: PointerEvent): void => {
      if (!(target instanceof Element) || target.closest(opener)) return;
      if (!element.current?.contains(target)) dismiss();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    document.addEventListener('pointerdown', onPress, { capture: true });
    return () => {
      document.removeEventListener('keydown', onKey, { capture: true });
      document.removeEventListener('pointerdown', onPress, { capture: true });
    };
  }, [element, opener, dismiss]);
}
