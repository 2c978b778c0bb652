import { readFileSync } from 'node:fs';

/**
 * One instruction of a container file, such as `COPY`. `text` is everything after its first word.
 */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** Returns the stages of a container file, each with the instructions after its `FROM`. */
export function readStages(file: string): Instruction[][] {
  const stages: Instruction[][] = [];
  const text = readFileSync(file, 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ');
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const [, name, rest] = /^(\w+)\s+(.*)$/.exec(line)!;
    if (name === 'FROM') stages.push([]);
    else stages.at(-1)?.push({ name: name!, text: rest! });
  }
  return stages;
}

/** Returns the paths that an instruction copies, and their target. */
export function copyOf({ text }: Instruction): {
  readonly paths: readonly string[];
  readonly to: string;
} {
  const words = text.split(/\s+/).filter((word) => !word.startsWith('--'));
  return { paths: words.slice(0, -1), to: words.at(-1)! };
}
