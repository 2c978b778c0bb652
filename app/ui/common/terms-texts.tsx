import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useAtlas } from './atlas-context.ts';
import { RichText } from './rich-text.tsx';

/** Terms of use: their names, each of which unfolds its text. */
export const TermsTexts = observer(function TermsTexts({
  ids,
  about,
}: {
  ids: readonly string[];
  /** Returns a sentence above the text of terms. */
  about?: (id: string) => string;
}): ReactNode {
  const { terms = [] } = useAtlas().bundles.index;
  return terms
    .filter(({ id }) => ids.includes(id))
    .map(({ id, name, text }) => (
      <details key={id} className="terms">
        <summary>{name}</summary>
        {about && <p className="soft">{about(id)}</p>}
        <RichText text={text} heading={3} />
      </details>
    ));
});
