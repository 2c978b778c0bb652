/**
 * Thrown when a command cannot read an input, or cannot write a file that an option names. The
 * message gives the reason, and says how to fix it.
 */
export class InputError extends Error {
  override readonly name = 'InputError';
}
