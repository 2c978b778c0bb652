import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useAtlas } from './atlas-context.ts';

/** The name of the feature under the pointer, which a click would select. For mouse users only. */
export const HoverLabel = observer(function HoverLabel(): ReactNode {
  const { at, label } = useAtlas().hover;
  if (!at || !label) return null;
  return (
    <div className="hover-label" aria-hidden="true" style={{ left: at.x, top: at.y }}>
      <span className="hover-title">{label.title}</span>
      {label.layer !== label.title && <span className="soft">{label.layer}</span>}
    </div>
  );
});
