import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../../host/common/command.ts';

const run = promisify(execFile);

/** The largest list of files that git may print, in bytes. */
const MOST_OUTPUT = 64 * 1024 * 1024;

/** An earlier or other version of a configuration. */
export interface OtherVersion {
  /** The folder that holds it. */
  readonly dir: string;
  /** What it is, for messages. */
  readonly name: string;
  /** Removes the folder if it was made for the comparison. */
  readonly remove: () => void;
}

/**
 * Returns the configuration folder at a revision of git, in a temporary folder, or another folder as
 * it is. Files that git ignores, such as data that a program makes, are taken from `config`. Throws
 * `UsageError` if `version` is neither.
 */
export async function openVersion(config: string, version: string): Promise<OtherVersion> {
  if (statSync(version, { throwIfNoEntry: false })?.isDirectory())
    return { dir: version, name: version, remove: () => undefined };
  const git = gitIn(config);
  await git(['rev-parse', '--show-prefix']).catch(() => {
    throw new UsageError(
      `\`${version}\` is not a folder, and \`${config}\` is not in a repository of git. Give the folder of the other version.`,
    );
  });
  const commit = await git([
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${version}^{commit}`,
  ]).catch(() => {
    throw new UsageError(
      `\`${version}\` is neither a folder nor a revision of git. Give a branch, a tag, a commit such as \`HEAD~1\`, or a folder.`,
    );
  });
  const dir = mkdtempSync(join(tmpdir(), 'atlas-version-'));
  const remove = (): void => rmSync(dir, { recursive: true, force: true });
  try {
    await unpack(config, commit.trim(), dir);
    await addIgnored(config, dir);
  } catch (error) {
    remove();
    throw error;
  }
  return { dir, name: version, remove };
}

function gitIn(config: string): (args: readonly string[]) => Promise<string> {
  return async (args) => {
    const { stdout } = await run('git', ['-C', config, ...args], { maxBuffer: MOST_OUTPUT });
    return stdout;
  };
}

/** In a folder of a repository, git archives this folder alone. */
async function unpack(config: string, commit: string, dir: string): Promise<void> {
  const archive = join(dir, '.version.tar');
  await gitIn(config)(['archive', '--format=tar', `--output=${archive}`, commit]).catch(() => {
    throw new UsageError(`The revision ${commit} has no folder \`${config}\`.`);
  });
  await run('tar', ['-xf', archive, '-C', dir]);
  rmSync(archive);
}

/** Links the files that git ignores into the other version, so that its data are complete. */
async function addIgnored(config: string, dir: string): Promise<void> {
  const listed = await gitIn(config)([
    'ls-files',
    '-z',
    '--others',
    '--ignored',
    '--exclude-standard',
    '--',
    '.',
  ]);
  for (const path of listed.split('\0').filter((each) => each !== '')) {
    const [from, to] = [join(config, path), join(dir, path)];
    if (existsSync(to)) continue;
    mkdirSync(dirname(to), { recursive: true });
    try {
      linkSync(from, to);
    } catch {
      copyFileSync(from, to);
    }
  }
}
