import type { Command } from 'commander';
import type { CommandIo, ExitCode } from '../host/common/command.ts';

/** The dependencies of the functions that add verbs. */
export interface Cli {
  /** Adds a verb (subcommand) with the options of every verb, and examples in its help. */
  readonly verb: (name: string, description: string, examples: readonly string[]) => Command;
  readonly io: CommandIo;
  /** Called with the exit code of the verb that ran; null while a server runs. */
  readonly end: (code: ExitCode | null) => void;
}

/** Adds examples to the help of a command, each without the name of the program. */
export function withExamples(command: Command, examples: readonly string[]): Command {
  const lines = examples.map((example) => `  atlas ${example}`);
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}
