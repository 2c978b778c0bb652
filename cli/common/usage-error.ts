/** Wrong use of the command; the message says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
