import { posix } from 'node:path';
import { CHANGE_KINDS, diffAtlases, type Change } from 'atlas-engine';
import { printResult, type CommandIo, type ExitCode } from '../../host/common/command.ts';
import { openValid, type ValidConfig } from '../../host/config/valid-config.ts';
import { levelOf } from './compile-options.ts';
import { compareData } from '../diff/compare-data.ts';
import type { PictureOfChange } from '../diff/draw-changes.ts';
import { openVersion } from '../diff/revision.ts';
import { markdownOf, wordChanges } from '../diff/word-changes.ts';

export interface DiffOptions {
  readonly config: string;
  /** A revision of git, or a folder. */
  readonly version: string;
  /** Print Markdown. */
  readonly markdown: boolean;
  /** The folder that receives pictures of the groups that look different. */
  readonly pictures?: string;
  /** The id of the level whose readers may see the pictures; default: the lowest. */
  readonly level?: string;
}

/**
 * Prints what changes for people from another version of the configuration to this one, in the
 * configuration and in the data. Returns 3 if anybody may see more than before.
 */
export async function diff(options: DiffOptions, io: CommandIo): Promise<ExitCode> {
  const version = await openVersion(options.config, options.version);
  try {
    const before = await openVersionOf(version.dir, version.name, io);
    const after = before && (await openValid(options.config, io));
    if (!after) return 1;
    const changes = await allChanges(before, after);
    const pictures = await picturesOf(options, { before, after, changes });
    printResult(io, changes, () =>
      options.markdown ? markdownOf(changes, pictures) : wordChanges(changes),
    );
    return changes.some(({ kind }) => kind === 'widens') ? 3 : 0;
  } finally {
    version.remove();
  }
}

async function picturesOf(
  { pictures: dir, level }: DiffOptions,
  {
    before,
    after,
    changes,
  }: {
    readonly before: ValidConfig;
    readonly after: ValidConfig;
    readonly changes: readonly Change[];
  },
): Promise<readonly PictureOfChange[]> {
  const { id } = levelOf(after.atlas.model, level);
  if (dir === undefined) return [];
  const { drawChanges } = await import('../diff/draw-changes.ts');
  const drawn = await drawChanges({ before, after }, { dir, level: id, changes });
  return drawn.map((picture) => ({
    ...picture,
    before: posix.join(dir, picture.before),
    after: posix.join(dir, picture.after),
  }));
}

async function openVersionOf(
  dir: string,
  name: string,
  io: CommandIo,
): Promise<ValidConfig | null> {
  const opened = await openValid(dir, io);
  if (!opened) io.err(`The version \`${name}\` has errors, so it cannot be compared.`);
  return opened;
}

async function allChanges(before: ValidConfig, after: ValidConfig): Promise<readonly Change[]> {
  const changes = [
    ...diffAtlases(before.atlas.model, after.atlas.model),
    ...(await compareData(before, after)),
  ];
  return changes.toSorted(
    (one, other) => CHANGE_KINDS.indexOf(one.kind) - CHANGE_KINDS.indexOf(other.kind),
  );
}
