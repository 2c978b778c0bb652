/** A text file of a configuration folder. `path` is relative, with forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** A configuration folder: its YAML and Markdown files, and the names of all other files. */
export interface ConfigFolder {
  readonly files: readonly SourceFile[];
  readonly assets: ReadonlySet<string>;
}

/** Returns whether a file is YAML. */
export function isYaml(path: string): boolean {
  return /\.ya?ml$/i.test(path);
}
