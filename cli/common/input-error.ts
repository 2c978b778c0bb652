/**
 * Thrown for an input that this build cannot read. The message gives the reason, and says how to
 * fix it.
 */
export class InputError extends Error {
  override readonly name = 'InputError';
}
