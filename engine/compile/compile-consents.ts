import type { BundleConsent, EndedConsent } from '../bundle/bundle.ts';
import { present } from '../basics/present.ts';
import type { CommunityLabel, Consent } from '../model/consent.ts';
import type { Dataset, Group } from '../model/model.ts';

/** Compiles the consents to the data of a group, also those that have ended, each once. */
export function compileConsents(
  { ended = [] }: Pick<Group, 'ended'>,
  datasets: readonly Dataset[],
  locale: string,
): readonly BundleConsent[] | undefined {
  const held = datasets.flatMap(({ consent }) => consent ?? []);
  return eachOnce([
    ...held.map((consent) => compileConsent(consent, locale)),
    ...ended.map((consent) => ({
      ...compileConsent(consent, locale),
      ended: compileEnd(consent, locale),
    })),
  ]);
}

/** Compiles why data of a group are not shown; undefined if no consent has ended. */
export function compileEnded(
  { ended = [] }: Pick<Group, 'ended'>,
  locale: string,
): readonly EndedConsent[] | undefined {
  return eachOnce(ended.map((consent) => compileEnd(consent, locale)));
}

function compileEnd({ by, until, withdrawn }: Consent, locale: string): EndedConsent {
  const isWithdrawn = withdrawn !== undefined;
  return present({
    by: by[locale]!,
    on: withdrawn ?? until ?? '',
    withdrawn: isWithdrawn || undefined,
  });
}

function compileConsent(consent: Consent, locale: string): BundleConsent {
  const { by, on, until, document, uses, labels } = consent;
  return present({
    by: by[locale]!,
    on,
    until,
    document,
    uses: [...uses],
    labels: labels.length > 0 ? labels.map(compileLabel) : undefined,
  });
}

function compileLabel({
  kind,
  text,
  language,
}: CommunityLabel): NonNullable<BundleConsent['labels']>[number] {
  const [family = '', ...words] = kind.split('-');
  const name = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return { name: [family.toUpperCase(), ...name].join(' '), text, language };
}

/** Returns the consents that differ; undefined without one. */
function eachOnce<T>(all: readonly T[]): readonly T[] | undefined {
  const distinct = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
  return distinct.length > 0 ? distinct : undefined;
}
