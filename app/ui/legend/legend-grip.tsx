import { GripVertical } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useAtlas, useTexts } from '../common/atlas-context.ts';

/** The attribute with the id of the group of a legend entry. */
export const LEGEND_GROUP = 'data-legend';

/**
 * The handle that moves a legend entry: by dragging it over another entry, or with the arrow keys
 * while it has the focus.
 */
export const LegendGrip = observer(function LegendGrip({
  group,
  name,
}: {
  /** The id and name of the group. */
  group: string;
  name: string;
}): ReactNode {
  const { catalogue } = useAtlas();
  const t = useTexts();
  const dragging = useRef(false);
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>): void => {
    if (event.button !== 0) return;
    dragging.current = true;
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = ({ clientX, clientY }: PointerEvent): void => {
    if (!dragging.current) return;
    const entry = document.elementFromPoint(clientX, clientY)?.closest(`[${LEGEND_GROUP}]`);
    const target = entry?.getAttribute(LEGEND_GROUP);
    if (!entry || !target || target === group) return;
    const { top, height } = entry.getBoundingClientRect();
    const isBelow = catalogue.order.indexOf(target) > catalogue.order.indexOf(group);
    // Only past its middle, or two entries of different heights would change places back and forth.
    if (isBelow === clientY > top + height / 2) catalogue.moveTo(group, target);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
    if (by === null) return;
    event.preventDefault();
    catalogue.move(group, by);
  };
  return (
    <button
      type="button"
      className="icon legend-grip"
      aria-label={t('group.grip', { name })}
      aria-description={t('group.grip-help')}
      title={t('group.grip-help')}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onLostPointerCapture={() => {
        dragging.current = false;
      }}
      onKeyDown={onKeyDown}
    >
      <GripVertical size={16} />
    </button>
  );
});
