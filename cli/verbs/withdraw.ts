/** The verb `atlas withdraw`: the end of a consent before its last day, on every server. */
import type { AtlasModel } from 'atlas-engine';
import type { Withdrawal } from '../../server/accounts/account.ts';
import { undoWithdrawal, withdraw as withdrawIn } from '../../server/accounts/consents.ts';
import { openAccountStore } from '../../server/accounts/open-account-store.ts';
import {
  printResult,
  UsageError,
  type CommandIo,
  type ExitCode,
} from '../../host/common/command.ts';
import { readPublished, recordOf } from '../../host/config/published.ts';
import { openValid, pick } from '../../host/config/valid-config.ts';
import { accountPlaceOf } from '../../host/load/store-place.ts';

export interface WithdrawOptions extends Pick<Withdrawal, 'dataset' | 'why'> {
  readonly config: string;
  /** Ends the withdrawal instead. */
  readonly undo: boolean;
}

/** Withdraws the consent to a dataset, and names the files that must be deleted by hand. */
export async function withdraw(options: WithdrawOptions, io: CommandIo): Promise<ExitCode> {
  const { config, dataset, undo } = options;
  const opened = await openValid(config, io);
  if (!opened) return 1;
  requireConsent(dataset, opened.atlas.model);
  const store = await openAccountStore(accountPlaceOf(io.env));
  const decider = { by: 'command line', at: Date.now() };
  try {
    const isChanged = await (undo ? undoWithdrawal : withdrawIn)(store, options, decider);
    const state = undo ? 'is not withdrawn' : 'has been withdrawn before';
    if (!isChanged) throw new UsageError(`The consent to \`${dataset}\` ${state}.`);
  } finally {
    await store.close();
  }
  const published = undo ? undefined : (await readPublished(recordOf(config))).get(dataset)?.file;
  printResult(
    io,
    { dataset, withdrawn: !undo, ...(published === undefined ? {} : { published }) },
    undo ? restoredText(dataset) : withdrawnText(dataset, published),
  );
  return 0;
}

const restoredText = (dataset: string): string =>
  `The consent to ${dataset} holds again. Servers show the dataset within seconds.`;

/** Says what the withdrawal does, and which published file must be deleted by hand. */
function withdrawnText(dataset: string, published: string | undefined): string {
  const done = `The consent to ${dataset} is withdrawn. Servers stop giving the dataset to anybody within seconds, and browsers within a minute. Copies that were taken before cannot be recalled.`;
  if (published === undefined) return done;
  return `${done}\nDelete ${published} wherever it was published, then remove ${dataset} from published.json. Until then, \`atlas check\` reports an error, and no server starts.`;
}

function requireConsent(id: string, { datasets }: AtlasModel): void {
  const { consent, within } = pick(datasets, id, 'dataset');
  if (within) throw new UsageError(`\`${id}\` is a part of \`${within.of}\`. Name that dataset.`);
  if (!consent)
    throw new UsageError(
      `The dataset \`${id}\` has no \`consent\` that could be withdrawn. Remove it from the configuration instead.`,
    );
}
