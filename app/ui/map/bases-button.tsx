import { Map as MapIcon } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useAtlas, useTexts } from '../common/atlas-context.ts';

/** Opens the base maps where the screen has no space for them. */
export const BasesButton = observer(function BasesButton(): ReactNode {
  const { ui } = useAtlas();
  const t = useTexts();
  return (
    <button
      type="button"
      className="float float-button bases-button"
      aria-label={t('map.base')}
      aria-expanded={ui.basesOpen}
      onClick={() => ui.setBasesOpen(!ui.basesOpen)}
    >
      <MapIcon size={20} />
    </button>
  );
});
