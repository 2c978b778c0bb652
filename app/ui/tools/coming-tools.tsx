/** The panels of tools that are not built yet. Each says what the tool will do. */
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { IndexWordKey } from 'atlas-engine/runtime';
import { useTexts } from '../atlas-context.ts';

export const Analyse = (): ReactNode => <Coming about="tool.analyse-about" />;
export const Explore = (): ReactNode => <Coming about="tool.explore-about" account />;
export const Downloads = (): ReactNode => <Coming about="tool.download-about" account />;
export const Import = (): ReactNode => <Coming about="tool.import-about" />;

const Coming = observer(function Coming({
  about,
  account = false,
}: {
  about: IndexWordKey;
  /** Whether the tool needs an account. */
  account?: boolean;
}): ReactNode {
  const t = useTexts();
  return (
    <>
      <p>{t(about)}</p>
      <p className="caution">
        {t('tool.soon')} {account && t('tool.account')}
      </p>
    </>
  );
});
