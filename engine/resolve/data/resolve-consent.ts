import type * as Config from '../../../schemas/config.g.ts';
import { endOfDay } from '../../basics/days.ts';
import { present } from '../../basics/present.ts';
import type { Consent } from '../../model/consent.ts';
import type { ResolveContext } from '../context.ts';
import { reportDay } from '../texts/resolve-notices.ts';

/**
 * Resolves the consent for a dataset. Diagnostics: `no-such-day`, `consent-order`,
 * `consent-without-view`, those of texts.
 */
export function resolveConsent(
  dataset: string,
  raw: NonNullable<Config.Dataset['consent']>,
  { report, texts, timeZone }: ResolveContext,
): Consent {
  const { on, until, document, uses, labels = [] } = raw;
  const areDays = [reportDay(raw, 'on', report), reportDay(raw, 'until', report)].every(Boolean);
  if (areDays && until !== undefined && until < on)
    report.error('consent-order', { node: raw, key: 'until' }, { on, until });
  if (!uses.includes('view')) {
    report.error('consent-without-view', { node: raw, key: 'uses' }, { dataset });
  }
  return present({
    by: texts.resolve(raw, 'by'),
    on,
    until,
    ends: areDays && until !== undefined ? endOfDay(until, timeZone) : undefined,
    document,
    uses: new Set(uses),
    labels: labels.map((label) => present(label)),
  });
}
