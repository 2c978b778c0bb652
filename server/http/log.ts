/**
 * The log: lines of JSON. More people can read it than may see restricted data, so it contains no
 * addresses of requests, coordinates, keys or passwords.
 */
import { present } from 'atlas-engine/runtime';
import { isOutOfFiles, OUT_OF_FILES } from './open-files.ts';
import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';

/** Creates a logger with a minimum level; it writes to standard error by default. */
export function createLogger(
  level: string,
  destination: DestinationStream = pino.destination(2),
): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: {
        err: describeError,
        // Fastify passes whole requests and replies in a few lines of its own.
        req: () => undefined,
        res: () => undefined,
      },
    },
    destination,
  );
}

/** The parts of an error that are logged. */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  /** The error code, such as `ENOSPC` or the five characters of a PostgreSQL error. */
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/**
 * Describes an error by type, message, code and stack only, since databases add the row that caused
 * the error. Coordinates, the query of an address and the name in an address of e-mail are removed.
 */
export function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: redact(String(error)) };
  const { code } = error as { code?: unknown };
  // The first lines repeat the message, which may have line breaks.
  const stack = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return present({
    type: error.name,
    message: isOutOfFiles(error) ? OUT_OF_FILES : redact(withoutPath(error)),
    code: typeof code === 'string' ? code : undefined,
    stack: stack && stack.length > 0 ? stack.join('\n') : undefined,
    cause: error.cause !== undefined ? describeError(error.cause) : undefined,
  });
}

/** Removes the path that errors of the operating system quote, since file names may be restricted. */
function withoutPath({ message, ...more }: Error): string {
  const { path, dest } = more as { readonly path?: unknown; readonly dest?: unknown };
  return [path, dest].reduce<string>(
    (text, name) => (typeof name === 'string' && name !== '' ? text.replaceAll(name, '…') : text),
    message,
  );
}

const REDACTED: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // Keys in queries, and passwords before the host.
  [/(\w+:\/\/[^\s?#"'`]*)\?[^\s"'`]*/g, '$1?…'],
  [/(\w+:\/\/)[^\s/@"'`]*@/g, '$1…@'],
  // The name before the host in an address of e-mail, which mail servers repeat when they refuse it.
  [/[\w.!#$%&'*+/=?^`{|}~-]+@(?=[\w-]+\.)/g, '…@'],
  // Geometry: GeoJSON and well-known text, well-known binary, single coordinates.
  [/"coordinates"\s*:\s*[[\]\d\s.,eE+-]*/g, '"coordinates":…'],
  [/\([\s(]*[+-]?\.?\d[\d\s.,()eE+-]*\)/g, '(…)'],
  [/\b[0-9a-f]{32,}\b/gi, '…'],
  [/[+-]?\d*\.\d+(?:e[+-]?\d+)?/gi, '…'],
];

function redact(text: string): string {
  return REDACTED.reduce((result, [pattern, instead]) => result.replace(pattern, instead), text);
}
