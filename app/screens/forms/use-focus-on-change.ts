import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus into an element when a value changes, but not when the element appears: a button
 * that opens or closes a part leaves the page with the focus.
 */
export function useFocusOnChange(value: unknown): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const known = useRef(value);
  useEffect(() => {
    if (known.current === value) return;
    known.current = value;
    element.current?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
  }, [value]);
  return element;
}
