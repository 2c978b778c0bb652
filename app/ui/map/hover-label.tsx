import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { mapPadding } from '../../map/map-padding.ts';
import { useAtlas } from '../common/atlas-context.ts';

/** The largest size of the label with its margins, in px; the width is the same as in the CSS. */
const WIDTH_PX = 268;
const HEIGHT_PX = 84;

/** The name of the feature under the pointer, which a click would select. For mouse users only. */
export const HoverLabel = observer(function HoverLabel(): ReactNode {
  const atlas = useAtlas();
  const { at, label } = atlas.hover;
  if (!at || !label) return null;
  const { right, bottom } = mapPadding(atlas);
  return (
    <div
      className="hover-label"
      aria-hidden="true"
      // Near the right and lower edges, the label stays inside the uncovered part of the map.
      style={{
        left: `min(${at.x}px, 100% - ${right + WIDTH_PX}px)`,
        top: `min(${at.y}px, 100% - ${bottom + HEIGHT_PX}px)`,
      }}
    >
      <span className="hover-title">{label.title}</span>
      {label.layer !== label.title && <span className="soft">{label.layer}</span>}
    </div>
  );
});
