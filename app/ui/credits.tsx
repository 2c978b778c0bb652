import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useAtlas, useTexts } from './atlas-context.ts';
import { niceDistance } from '../map/scale.ts';
import { SafeLink } from './rich-text.tsx';
import { useNumber } from './use-number.ts';

/** Longest scale bar, in px. */
const MAX_BAR_PX = 84;

/** Scale bar and the sources of everything on the map. */
export const Credits = observer(function Credits(): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  return (
    <div className="credits">
      <ScaleBar />
      <ul aria-label={t('map.attribution')}>
        {atlas.attributions.map(({ text, url }) => (
          <li key={text}>{url ? <SafeLink href={url}>{text}</SafeLink> : text}</li>
        ))}
      </ul>
    </div>
  );
});

const ScaleBar = observer(function ScaleBar(): ReactNode {
  const { seen } = useAtlas().map;
  const t = useTexts();
  const number = useNumber();
  if (!seen) return null;
  const metres = niceDistance(seen.metresPerPixel * MAX_BAR_PX);
  const distance = metres >= 1000 ? `${number(metres / 1000)} km` : `${number(metres)} m`;
  return (
    <span className="scale">
      <span
        className="scale-bar"
        aria-hidden="true"
        style={{ width: `${metres / seen.metresPerPixel}px` }}
      />
      <span className="sr-only">{t('map.scale', { distance })}</span>
      <span aria-hidden="true">{distance}</span>
    </span>
  );
});
