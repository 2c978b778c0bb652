/**
 * Delay after the start in milliseconds, so that the first view of the map has the full bandwidth.
 */
const DELAY_MS = 10_000;

/**
 * Calls `changed` when the server reports a revision of the atlas that differs from the page's
 * (`revision`) or from the one it reported before. A hidden page closes the connection and opens it
 * again when it becomes visible.
 */
export function listenForChanges(revision: () => string, changed: () => void): void {
  let known: string | null = null;
  let source: EventSource | null = null;
  const follow = (): void => {
    if (document.hidden) {
      source?.close();
      source = null;
    } else if (!source) {
      source = new EventSource('/atlas/events');
      source.addEventListener('message', ({ data }: MessageEvent<string>) => {
        const other = (JSON.parse(data) as { readonly revision: string }).revision !== revision();
        if (known === null ? other : data !== known) changed();
        known = data;
      });
    }
  };
  setTimeout(() => {
    follow();
    document.addEventListener('visibilitychange', follow);
  }, DELAY_MS);
}
