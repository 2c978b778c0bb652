import type { Command } from './words.ts';

/** The configuration folder, as commands must name it from where they are run. */
export interface CommandFolder {
  readonly path: string;
  /** True for the folder that the `atlas` command reads when none is named. */
  readonly isDefault: boolean;
}

/**
 * A command as it is typed. Files are named under the folder, and `atlas` gets `--config` unless
 * the folder is the default. Without a folder, files are named as the configuration names them.
 */
export function commandLine(command: Command, folder?: CommandFolder): string {
  const words = command.map((word) => {
    if (typeof word === 'string') return word;
    return folder ? `${folder.path.replace(/\/+$/, '')}/${word.file}` : word.file;
  });
  if (command[0] === 'atlas' && folder && !folder.isDefault) words.push('--config', folder.path);
  return words.map(quoted).join(' ');
}

/** A word of a shell, in quotes where it needs them. */
function quoted(word: string): string {
  return /^[\p{L}\d_./:=@%+,-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
