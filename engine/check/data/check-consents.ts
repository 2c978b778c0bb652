import { consentsOf, howEnded } from '../../model/apply-consents.ts';
import type { Dataset } from '../../model/model.ts';
import { dayAt } from '../../basics/days.ts';
import { nodeOf, wholeDatasets, type CheckContext } from '../context.ts';
import { insideOf, valueAt, type Place } from '../places.ts';

/** Days before the end of a consent in which it is reported. */
const NOTICE = 90;

const DAY = 86_400_000;

/**
 * Compares the consents with the ways in which their datasets are served, with the time, and with what
 * was published. Diagnostics: `consent-in-public-file`, `whole-without-consent`, `consent-ends`,
 * `consent-over`, `published-without-consent`.
 */
export function checkConsents(context: CheckContext): void {
  const { facts, model, report } = context;
  const consents = new Map(consentsOf(model).map((consent) => [consent.dataset, consent]));
  for (const dataset of wholeDatasets(model)) {
    const consent = consents.get(dataset.id);
    if (!consent) continue;
    const { driver, feeds, id } = dataset;
    const { uses } = dataset.consent!;
    if (driver.kind === 'pmtiles') {
      const place = valueAt(dataset, 'driver', context);
      report.error('consent-in-public-file', place, { dataset: id, by: 'driver' });
    }
    if (!uses.has('download') && feeds.geojson !== null && feeds.wholeGeojson === 'view') {
      const place = valueAt(dataset, 'feeds', context);
      report.error('whole-without-consent', place, { dataset: id });
    }
    const how = facts.consents ? howEnded(consent, facts.consents) : null;
    if (how) reportOver(dataset, how, context);
    else reportSoon(dataset, context);
    const by = uses.has('publish') ? how : 'uses';
    if (by) reportPublished(dataset, by, context);
  }
}

function reportSoon(dataset: Dataset, context: CheckContext): void {
  const { consents } = context.facts;
  const { ends, until } = dataset.consent!;
  if (!consents || ends === undefined || until === undefined) return;
  const days = Math.ceil((ends - consents.now) / DAY);
  if (days > NOTICE) return;
  const place = keyOf(dataset, 'until', context);
  context.report.warn('consent-ends', place, { dataset: dataset.id, until, days });
}

function reportOver(dataset: Dataset, by: 'end' | 'withdrawal', context: CheckContext): void {
  const place = keyOf(dataset, by === 'end' ? 'until' : 'by', context);
  const day = lastDay(dataset, by, context);
  context.report.warn('consent-over', place, { dataset: dataset.id, day, by });
}

function reportPublished(
  dataset: Dataset,
  by: 'uses' | 'end' | 'withdrawal',
  context: CheckContext,
): void {
  const published = context.facts.published?.get(dataset.id);
  if (!published) return;
  const params = { dataset: dataset.id, file: published.file, by };
  const day = by === 'uses' ? '' : lastDay(dataset, by, context);
  const place = keyOf(dataset, 'uses', context);
  context.report.error('published-without-consent', place, { ...params, day });
}

function lastDay(
  { consent, id }: Dataset,
  by: 'end' | 'withdrawal',
  { facts, model }: CheckContext,
): string {
  if (by === 'end') return consent!.until!;
  return dayAt(facts.consents!.withdrawn.get(id)!, model.region.timeZone);
}

/** Returns the place of a key of the consent. */
function keyOf(dataset: Dataset, key: string, context: CheckContext): Place {
  const node = insideOf(nodeOf(dataset, context), 'consent');
  return node ? ({ node, key } as Place) : valueAt(dataset, 'consent', context);
}
