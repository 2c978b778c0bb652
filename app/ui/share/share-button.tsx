import { Share2 } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useAtlas, useTexts } from '../common/atlas-context.ts';

/** Opens the dialog that shares the view. */
export const ShareButton = observer(function ShareButton(): ReactNode {
  const { ui } = useAtlas();
  const t = useTexts();
  return (
    <button
      type="button"
      className="float float-button share-button"
      aria-label={t('share.open')}
      title={t('share.open')}
      onClick={() => ui.setShareOpen(true)}
    >
      <Share2 size={20} />
    </button>
  );
});
