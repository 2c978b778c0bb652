/** Thrown for incorrect usage of the command. The message says how to correct it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
