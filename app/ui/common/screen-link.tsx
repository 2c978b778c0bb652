import type { MouseEvent, ReactNode } from 'react';
import { useAtlas } from './atlas-context.ts';

/** A link to another screen of the atlas, opened without loading the page again. */
export function ScreenLink({
  to,
  state,
  onOpen,
  children,
}: {
  to: string;
  /** What the other screen begins with. */
  state?: unknown;
  /** Called before the screen opens here; not for a new tab. */
  onOpen?: () => void;
  children: ReactNode;
}): ReactNode {
  const { screen } = useAtlas();
  const open = (event: MouseEvent): void => {
    // The browser opens new tabs and windows itself.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    onOpen?.();
    screen.go(to, state);
  };
  return (
    <a href={screen.hrefOf(to)} onClick={open}>
      {children}
    </a>
  );
}
