import { useEffect, useRef, type RefObject } from 'react';

/**
 * Opens a modal dialog when it is mounted. The browser keeps the focus in it, closes it on Escape
 * and restores the focus. The element that matches `focus` has the focus first; without it, the
 * first control. A dialog that is longer than the window begins at its heading.
 */
export function useModal(focus?: string): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opened = dialog.current;
    if (!opened) return;
    opened.showModal();
    const isLong = opened.scrollHeight > opened.clientHeight;
    const first = isLong ? 'h2' : focus;
    if (first !== undefined) opened.querySelector<HTMLElement>(first)?.focus();
    return () => opened.close();
  }, [focus]);
  return dialog;
}
