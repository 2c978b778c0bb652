/** An input that this build cannot read; the message says why and what to do. */
export class InputError extends Error {
  override readonly name = 'InputError';
}
