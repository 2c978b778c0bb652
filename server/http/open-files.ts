/** Handles the limit of the system on open files and connections. */
import { open } from 'node:fs/promises';
import { devNull } from 'node:os';

/** The message for the log and for the person who starts the server. */
export const OUT_OF_FILES =
  'The process cannot open more files or connections (EMFILE): new visitors are refused until some are closed. Raise LimitNOFILE in the systemd unit, or `ulimit -n` in the shell.';

/** Milliseconds between two checks, and between two messages in the log. */
const CHECK_EVERY = 5_000;
const AGAIN = 60_000;

/** Returns whether an error, or its cause, means that no more files can be opened. */
export function isOutOfFiles(error: unknown): boolean {
  const { code, message, cause } = (error ?? {}) as Readonly<Record<string, unknown>>;
  if (code === 'EMFILE' || code === 'ENFILE') return true;
  // An error from a thread has only the message.
  if (typeof message === 'string' && /\bE[MN]FILE\b/.test(message)) return true;
  return cause !== undefined && isOutOfFiles(cause);
}

/**
 * Reports when no more files can be opened, at most once a minute, because Node closes connections
 * that it cannot accept, and reports no error. Returns a function that stops the check.
 */
export function watchOpenFiles(report: (sentence: string) => void): () => void {
  let said = -Infinity;
  const timer = setInterval(() => {
    open(devNull).then(
      (handle) => handle.close(),
      (error: unknown) => {
        if (!isOutOfFiles(error) || performance.now() - said < AGAIN) return;
        said = performance.now();
        report(OUT_OF_FILES);
      },
    );
  }, CHECK_EVERY);
  timer.unref();
  return () => clearInterval(timer);
}
