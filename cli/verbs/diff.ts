import { CHANGE_KINDS, diffAtlases, type Change } from 'atlas-engine';
import { printResult, type CommandIo, type ExitCode } from '../../host/common/command.ts';
import { openValid, type ValidConfig } from '../../host/config/valid-config.ts';
import { compareData } from '../diff/compare-data.ts';
import { openVersion } from '../diff/revision.ts';
import { markdownOf, wordChanges } from '../diff/word-changes.ts';

export interface DiffOptions {
  readonly config: string;
  /** A revision of git, or a folder. */
  readonly version: string;
  /** Print Markdown. */
  readonly markdown: boolean;
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
    printResult(io, changes, () => (options.markdown ? markdownOf : wordChanges)(changes));
    return changes.some(({ kind }) => kind === 'widens') ? 3 : 0;
  } finally {
    version.remove();
  }
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
