import { observer } from 'mobx-react-lite';
import { useCallback, useRef, type ReactNode } from 'react';
import { useAtlas } from '../common/atlas-context.ts';
import { useDismiss } from '../common/use-dismiss.ts';
import { BaseChooser } from './base-chooser.tsx';

/** The base maps where they are behind `BasesButton`: Escape and a press elsewhere close them. */
export const BasesCover = observer(function BasesCover(): ReactNode {
  const { ui } = useAtlas();
  const cover = useRef<HTMLDivElement>(null);
  const close = useCallback(() => ui.setBasesOpen(false), [ui]);
  useDismiss(cover, '.bases-button', close);
  return (
    <div ref={cover} className="bases-cover">
      <BaseChooser />
    </div>
  );
});
