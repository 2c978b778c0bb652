import { execFile } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './built.ts';
import { copyOf, readStages } from './container-file.ts';

const run = promisify(execFile);

/** Copies into a folder, like a container builder when the target ends in a slash or is a folder. */
function copy(from: string, paths: readonly string[], to: string): void {
  const into = to.endsWith('/') || paths.length > 1;
  for (const path of paths)
    cpSync(join(from, path), into ? join(to, basename(path)) : to, {
      recursive: true,
      verbatimSymlinks: true,
    });
}

/**
 * Performs the steps of the container file in `scratch` without a container, with its two stages as
 * folders. Uses the existing build of the project. Returns the folder of the last stage and its
 * command. Throws when `npm ci` fails, or a manifest of a workspace is missing.
 */
export async function makeImage(
  file: string,
  scratch: string,
): Promise<{ readonly dir: string; readonly command: readonly string[] }> {
  const [build, last] = readStages(file);
  if (!build || !last) throw new Error('The container file has fewer than two stages.');
  const stage = join(scratch, 'build');
  const dir = join(scratch, 'image');

  const install = build.findIndex(({ text }) => text === 'npm ci');
  for (const step of build.slice(0, install).filter(({ name }) => name === 'COPY')) {
    const { paths, to } = copyOf(step);
    copy(ROOT, paths, join(stage, to));
  }
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly workspaces: readonly string[];
  };
  // npm also installs without the manifest of a workspace, but then checks nothing of it.
  for (const folder of workspaces)
    if (!existsSync(join(stage, folder, 'package.json')))
      throw new Error(`\`npm ci\` runs before ${folder}/package.json is copied.`);
  // The result of `npm prune --omit=dev` after the build, in half the time of a full installation.
  await run('npm', ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'], {
    cwd: stage,
  });
  // The rest of the context, and the result of the build.
  copy(ROOT, ['package.json', 'LICENSE', 'docs', 'engine', 'dist', 'atlas.config'], `${stage}/`);

  for (const step of last.filter(({ name }) => name === 'COPY')) {
    const { paths, to } = copyOf(step);
    const inStage = paths.map((path) => path.replace(/^\/atlas\//, ''));
    copy(stage, inStage, join(dir, to));
  }
  const command = last.findLast(({ name }) => name === 'CMD')?.text ?? '[]';
  return { dir, command: JSON.parse(command) as string[] };
}
