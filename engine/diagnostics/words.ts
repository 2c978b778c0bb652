/** An edit at the place of the diagnostic that fixes the problem. */
export interface Edit {
  /**
   * The expected text at the place. If the text at the place is different, such as
   * `${country}-area`, the edit is not offered.
   */
  readonly replaced: string;
  readonly replacement: string;
}

/**
 * A command line: the program and its arguments. `file` is relative to the configuration folder.
 */
export type Command = readonly (string | { readonly file: string })[];

/**
 * Advice on how to fix a problem. If the text is a function, its parameter is the command line in
 * backticks.
 */
export interface Advice {
  readonly text: string | ((command: string) => string);
  readonly edit?: Edit;
  readonly command?: Command;
}

/** The texts of a code with the parameters `P`. Backticks mark text of a file. */
export interface Words<P> {
  /** The kind of problem in a few words, for lists and editors. */
  readonly short: string;
  readonly message: string | ((p: P) => string);
  readonly advice: string | ((p: P) => string | Advice);
}

/** Declares a code with its parameters and its English texts. */
export function words<P>(its: Words<P>): Words<P> {
  return its;
}
