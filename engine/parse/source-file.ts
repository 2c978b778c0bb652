/** One text file of a configuration folder. `path` is relative, with forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** A configuration folder as read from disk: its YAML and Markdown, and the names of all other files. */
export interface ConfigFolder {
  readonly files: readonly SourceFile[];
  readonly assets: ReadonlySet<string>;
}

/** True for the files that hold configuration, as against texts and data. */
export function isYaml(path: string): boolean {
  return /\.ya?ml$/i.test(path);
}
