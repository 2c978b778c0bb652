import type { Command } from './words.ts';

/** The configuration folder, relative to the directory in which commands run. */
export interface CommandFolder {
  readonly path: string;
  /** True if it is the default folder of the `atlas` command. */
  readonly isDefault: boolean;
}

/**
 * Formats a command for a shell. File names are prefixed with the folder, and `atlas` gets
 * `--config` unless the folder is the default. Without a folder, file names stay relative to the
 * configuration.
 */
export function commandLine(command: Command, folder?: CommandFolder): string {
  const words = command.map((word) => {
    if (typeof word === 'string') return word;
    return folder ? `${folder.path.replace(/\/+$/, '')}/${word.file}` : word.file;
  });
  if (command[0] === 'atlas' && folder && !folder.isDefault) words.push('--config', folder.path);
  return words.map(quoted).join(' ');
}

/** Quotes a word for a shell, if necessary. */
function quoted(word: string): string {
  return /^[\p{L}\d_./:=@%+,-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
