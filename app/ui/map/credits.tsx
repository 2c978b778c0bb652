import { Info } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { niceDistance } from '../../map/scale.ts';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { SafeLink } from '../common/rich-text.tsx';
import { useNumber } from '../common/use-number.ts';

/** Longest scale bar in px, and beside the short line. */
const MAX_BAR_PX = { long: 84, short: 66 };

/**
 * The scale bar and the attributions of the map. The closed line shows one or two of them and the
 * number of the others; the open list shows all with links. With `short`, the closed line is a label.
 */
export const Credits = observer(function Credits({ short }: { short: boolean }): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const { attributions } = atlas.compare;
  return (
    <details className={`credits${short ? ' credits-short' : ''}`}>
      <summary>
        <ScaleBar longest={short ? MAX_BAR_PX.short : MAX_BAR_PX.long} />
        {short && <Info size={16} aria-hidden="true" />}
        <span className="credits-line">{short ? t('map.sources') : <CreditLine />}</span>
      </summary>
      <ul aria-label={t('map.attribution')}>
        {attributions.map(({ text, url }) => (
          <li key={text}>{url ? <SafeLink href={url}>{text}</SafeLink> : text}</li>
        ))}
      </ul>
    </details>
  );
});

/** Longest text of two credits in the closed line, in characters. */
const MAX_CHARACTERS = 48;

/** The first credits, and the number of the others. */
const CreditLine = observer(function CreditLine(): ReactNode {
  const { attributions } = useAtlas().compare;
  const t = useTexts();
  const texts = attributions.map(({ text }) => text);
  const two = texts.slice(0, 2).join(' · ');
  const shown = two.length <= MAX_CHARACTERS ? 2 : 1;
  const count = texts.length - shown;
  return (
    <>
      <span className="credits-first">{shown === 2 ? two : texts[0]}</span>
      {count > 0 && <span className="credits-more">{t('map.more-sources', { count })}</span>}
    </>
  );
});

const ScaleBar = observer(function ScaleBar({ longest }: { longest: number }): ReactNode {
  const { seen } = useAtlas().map;
  const t = useTexts();
  const kilometres = useNumber({ unit: 'kilometer' });
  const inMetres = useNumber({ unit: 'meter' });
  if (!seen) return null;
  const metres = niceDistance(seen.metresPerPixel * longest);
  const distance = metres >= 1000 ? kilometres(metres / 1000) : inMetres(metres);
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
