import type { MouseEvent, ReactNode } from 'react';
import { useAtlas } from './atlas-context.ts';

/** A link to another screen of the atlas, opened without loading the page again. */
export function ScreenLink({
  to,
  state,
  children,
}: {
  to: string;
  /** What the other screen begins with. */
  state?: unknown;
  children: ReactNode;
}): ReactNode {
  const { screen } = useAtlas();
  const open = (event: MouseEvent): void => {
    // The browser opens new tabs and windows itself.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    screen.go(to, state);
  };
  return (
    <a href={screen.hrefOf(to)} onClick={open}>
      {children}
    </a>
  );
}
