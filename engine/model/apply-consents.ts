/** What an atlas may show at a time: the only place that decides what the end of a consent means. */
import { dayAt } from '../basics/days.ts';
import type { Consent, ConsentState, ConsentUse } from './consent.ts';
import { datasetsOf } from './datasets-of.ts';
import type { Level } from './level.ts';
import type { AtlasModel, Dataset } from './model.ts';
import { replaceDatasets } from './replace-datasets.ts';

/** The level of a use that is not part of the consent: nobody has it. */
const NOBODY: Level = { id: '', rank: Infinity, name: {}, whenDenied: 'lock' };

/** A dataset with a consent, under the id by which it is withdrawn, and the time of its end. */
export interface ConsentTo {
  readonly dataset: string;
  readonly of: string;
  readonly ends?: number;
}

/** Returns the datasets that have a consent, with the copies of projects. */
export function consentsOf({ datasets }: AtlasModel): readonly ConsentTo[] {
  return [...datasets.values()].flatMap((dataset) => {
    const { consent, id, within } = dataset;
    if (!consent) return [];
    return [{ dataset: id, of: within?.of ?? id, ...(consent.ends && { ends: consent.ends }) }];
  });
}

/** Returns how a consent has ended; null while it holds. A withdrawal goes before the last day. */
export function howEnded(
  { of, ends = Infinity }: Pick<ConsentTo, 'of' | 'ends'>,
  { now, withdrawn }: ConsentState,
): 'withdrawal' | 'end' | null {
  if (withdrawn.has(of)) return 'withdrawal';
  return now >= ends ? 'end' : null;
}

/** Returns the ids of the datasets whose consent has ended. */
export function endedIn(consents: readonly ConsentTo[], state: ConsentState): readonly string[] {
  return consents.filter((each) => howEnded(each, state)).map(({ dataset }) => dataset);
}

/**
 * Returns the model that is served: without the datasets whose consent has ended, and without the uses
 * that the others do not include. Groups keep the consents that have ended. Returns the same model if
 * no dataset has a consent.
 */
export function applyConsents(model: AtlasModel, state: ConsentState): AtlasModel {
  const consents = consentsOf(model);
  if (consents.length === 0) return model;
  const { timeZone } = model.region;
  const ended = new Map<string, Consent>();
  for (const each of consents) {
    const { consent } = model.datasets.get(each.dataset)!;
    const how = howEnded(each, state);
    if (how === 'end') ended.set(each.dataset, consent!);
    else if (how === 'withdrawal') {
      const withdrawn = dayAt(state.withdrawn.get(each.of)!, timeZone);
      ended.set(each.dataset, { ...consent!, withdrawn });
    }
  }
  const served = replaceDatasets(
    model,
    (dataset) => (ended.has(dataset.id) ? null : withinUses(dataset)),
    (group, sublayers) => {
      const over = datasetsOf(group.sublayers).flatMap(({ id }) => ended.get(id) ?? []);
      const left = { ...group, sublayers };
      return over.length > 0 ? { ...left, ended: over } : left;
    },
  );
  const { explore, ...tools } = served.tools;
  return explore && ended.has(explore.areas) ? { ...served, tools } : served;
}

/** Returns a dataset without the uses that its consent does not include. */
function withinUses(dataset: Dataset): Dataset | undefined {
  const { consent, feeds, permission } = dataset;
  if (!consent) return undefined;
  const has = (use: ConsentUse): boolean => consent.uses.has(use);
  return {
    ...dataset,
    permission: {
      view: permission.view,
      analyse: has('analyse') ? permission.analyse : NOBODY,
      download: has('download') ? permission.download : NOBODY,
    },
    feeds: {
      ...feeds,
      analysis: has('analyse') ? feeds.analysis : null,
      download: feeds.download && has('download'),
    },
  };
}
