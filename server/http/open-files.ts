/** What happens when the system lets the process open no more files and connections. */
import { open } from 'node:fs/promises';
import { devNull } from 'node:os';

/** What is said in the log and to whoever starts the server. */
export const OUT_OF_FILES =
  'No more files and connections can be opened (EMFILE): visitors are turned away until some are closed. Raise LimitNOFILE in the unit of systemd, or `ulimit -n` in the shell.';

/** Milliseconds between two looks, and between two sentences in the log. */
const LOOK = 5_000;
const AGAIN = 60_000;

/** Tells whether an error, or what caused it, is that no more files can be opened. */
export function isOutOfFiles(error: unknown): boolean {
  const { code, message, cause } = (error ?? {}) as Readonly<Record<string, unknown>>;
  if (code === 'EMFILE' || code === 'ENFILE') return true;
  // From a thread comes the message alone.
  if (typeof message === 'string' && /\bE[MN]FILE\b/.test(message)) return true;
  return cause !== undefined && isOutOfFiles(cause);
}

/**
 * Says when no more files can be opened, at most once a minute: Node closes the connections that it
 * cannot take without a word. Returns how to stop.
 */
export function watchOpenFiles(tell: (sentence: string) => void): () => void {
  let said = -Infinity;
  const timer = setInterval(() => {
    open(devNull).then(
      (handle) => handle.close(),
      (error: unknown) => {
        if (!isOutOfFiles(error) || performance.now() - said < AGAIN) return;
        said = performance.now();
        tell(OUT_OF_FILES);
      },
    );
  }, LOOK);
  timer.unref();
  return () => clearInterval(timer);
}
