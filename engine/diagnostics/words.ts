/** A change that makes the fault go away, of the place that the diagnostic points at. */
export interface Edit {
  /** What the place holds; one that holds something else, as `${country}-area`, is not changed. */
  readonly replaced: string;
  readonly replacement: string;
}

/** A command line: the program and its arguments. Files are those of the configuration folder. */
export type Command = readonly (string | { readonly file: string })[];

/** What to do about a fault. A text that mentions the command gets it as a line in backticks. */
export interface Advice {
  readonly text: string | ((command: string) => string);
  readonly edit?: Edit;
  readonly command?: Command;
}

/** The words of a code with the parameters `P`. Backticks mark what is in a file. */
export interface Words<P> {
  /** The kind of fault in a few words, for lists and editors. */
  readonly short: string;
  readonly message: string | ((p: P) => string);
  readonly advice: string | ((p: P) => string | Advice);
}

/** Declares a code: its parameters, and its words in English. */
export function words<P>(its: Words<P>): Words<P> {
  return its;
}
