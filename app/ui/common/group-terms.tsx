import type { ReactNode } from 'react';
import type { BundleGroup } from 'atlas-engine/runtime';
import { TermsTexts } from './terms-texts.tsx';

/** The terms of use of the data of a group. */
export function GroupTerms({ group }: { group: BundleGroup | undefined }): ReactNode {
  const terms = group?.info?.terms;
  return terms && <TermsTexts ids={terms} />;
}
