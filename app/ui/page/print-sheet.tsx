import { observer } from 'mobx-react-lite';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { scaleBarOf, sheetOf } from '../../picture/sheet.ts';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { LegendLine } from '../legend/legend-line.tsx';

/** Longest scale bar, in px of the map. */
const LONGEST_BAR = 120;

/**
 * The map on paper, with its title, legend, scale, north, credits, date and address. It is on the
 * page only while the browser prints.
 */
export const PrintSheet = observer(function PrintSheet(): ReactNode {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser reads the page as soon as the listener returns.
    const begin = (): void => flushSync(() => setPrinting(true));
    const end = (): void => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting && <Sheet />;
});

const Sheet = observer(function Sheet(): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const { title, subtitle, demo, credits, address } = sheetOf(atlas, t);
  const legend = atlas.shown.printedLegend;
  return (
    <section className="print-sheet">
      <h1>{title}</h1>
      <p className="soft">{subtitle}</p>
      <div className="print-columns">
        <MapPicture />
        {legend.length > 0 && (
          <div className="print-legend">
            <h2>{t('tab.legend')}</h2>
            {legend.map(({ group, name, rows, restricted, opacity, single }) => (
              <section key={group}>
                {!(single && rows[0]!.label === name) && <h3>{name}</h3>}
                <ul>
                  {rows.map((row, index) => (
                    <LegendLine key={index} row={row} hatch={restricted} opacity={opacity} />
                  ))}
                </ul>
              </section>
            ))}
          </div>
        )}
      </div>
      <footer>
        {demo && <p>{demo}</p>}
        <p>{credits}</p>
        <p>{address}</p>
      </footer>
    </section>
  );
});

/** The pixels of the map, with its scale and north; a sentence if the browser does not allow them. */
const MapPicture = observer(function MapPicture(): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const [pixels] = useState(() => captureSafely(atlas.map.capture));
  useLayoutEffect(() => {
    if (pixels) place.current?.prepend(pixels);
  }, [pixels]);
  const bar = scaleBarOf(atlas, LONGEST_BAR);
  if (!pixels) return <p>{t('share.picture-failed')}</p>;
  const share = bar ? (bar.width * window.devicePixelRatio * 100) / pixels.width : 0;
  return (
    <div ref={place} className="print-map">
      <span className="print-north">{t('share.north')}</span>
      {bar && (
        <span className="print-scale" style={{ width: `${share}%` }}>
          {bar.text}
        </span>
      )}
    </div>
  );
});

function captureSafely(capture: (() => HTMLCanvasElement) | null): HTMLCanvasElement | null {
  try {
    return capture?.() ?? null;
  } catch {
    return null;
  }
}
