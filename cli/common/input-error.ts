/** An input that this build cannot read; the message gives the reason and what to do. */
export class InputError extends Error {
  override readonly name = 'InputError';
}
