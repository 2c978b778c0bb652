import { run } from '../../../cli/atlas.ts';

/** Runs the command `atlas` without a terminal, and returns its exit code and what it printed. */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const io = {
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    env,
    color: false,
    terminal: false,
  };
  const code = await run(args, io);
  return { code, out: out.join('\n'), err: err.join('\n') };
}
