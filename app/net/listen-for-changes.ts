/** Milliseconds after the start, so that the first map has the line to itself. */
const DELAY_MS = 10_000;

/**
 * Calls `changed` whenever the server says that the atlas is another one than that of the page
 * (`revision`) or than it last said. A page that nobody looks at does not listen; it asks again once
 * it is seen.
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
