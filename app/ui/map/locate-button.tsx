import { LoaderCircle, Locate } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, type ReactNode } from 'react';
import { askPosition } from '../../net/ask-position.ts';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { useNumber } from '../common/use-number.ts';

/** Shows the position of the device on the map, or hides it. */
export const LocateButton = observer(function LocateButton(): ReactNode {
  const { locate, ui } = useAtlas();
  const t = useTexts();
  const metres = useNumber({ unit: 'meter', decimals: 0 });
  const { asking, position } = locate;
  const announced = useRef(position);
  useEffect(() => {
    if (position && position !== announced.current)
      ui.announce('locate.found', { distance: metres(position.accuracy) });
    announced.current = position;
  }, [ui, position, metres]);
  const label = t(asking ? 'locate.waiting' : position ? 'locate.hide' : 'locate.show');
  return (
    <button
      type="button"
      className="float float-button"
      aria-label={label}
      title={label}
      aria-pressed={position !== null}
      aria-busy={asking}
      onClick={() => (position ? locate.hide() : void locate.show(askPosition))}
    >
      {asking ? <LoaderCircle className="spin" size={20} /> : <Locate size={20} />}
    </button>
  );
});
