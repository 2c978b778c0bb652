import { useEffect, useRef } from 'react';

/**
 * Returns a function that runs an action after the press of the pointer that goes on, or at once if
 * there is none. What a press would hide at its start moves the button below it, which would then miss
 * the click.
 */
export function useAfterPress(): (action: () => void) => void {
  const isDown = useRef(false);
  const waiting = useRef<(() => void) | null>(null);
  useEffect(() => {
    const left = new AbortController();
    const options = { capture: true, signal: left.signal };
    document.addEventListener('pointerdown', () => (isDown.current = true), options);
    const end = (): void => {
      isDown.current = false;
      // The click comes after this event.
      setTimeout(() => {
        if (!left.signal.aborted) waiting.current?.();
        waiting.current = null;
      });
    };
    document.addEventListener('pointerup', end, options);
    document.addEventListener('pointercancel', end, options);
    return () => left.abort();
  }, []);
  return (action) => {
    if (isDown.current) waiting.current = action;
    else action();
  };
}
