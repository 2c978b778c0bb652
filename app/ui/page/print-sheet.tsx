import { observer } from 'mobx-react-lite';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
} from 'react';
import { flushSync } from 'react-dom';
import type { LegendEntry } from 'atlas-engine/runtime';
import { fitToPaper, scaleBarOf, sheetOf } from '../../picture/sheet.ts';
import type { MapStore } from '../../stores/map/map-store.ts';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { firstSentence } from '../legend/first-sentence.ts';
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
  const { title, subtitle, notes, credits, address } = sheetOf(atlas, t);
  const legend = atlas.shown.printedLegend;
  const [pixels] = useState(() => captureSafely(atlas.map));
  const isTall = pixels !== null && pixels.height > pixels.width;
  const { bundle } = atlas.bundles;
  const cautions = new Set(
    legend.map(({ group }) => firstSentence(bundle.groups[group]?.info?.caution, bundle.locale)),
  );
  return (
    <section className={isTall ? 'print-sheet print-tall' : 'print-sheet print-wide'}>
      <h1>{title}</h1>
      <p className="soft">{subtitle}</p>
      <div className="print-columns">
        <MapPicture pixels={pixels} />
        {legend.length > 0 && (
          <div className={`print-legend print-legend-${legendSize(legend, isTall)}`}>
            <h2>{t('tab.legend')}</h2>
            {legend.map(({ group, name, rows, restricted, opacity, single }) => (
              <section key={group} className={rows.length > LONG_ROWS ? 'print-long' : undefined}>
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
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        <p>{[...cautions].filter(Boolean).join(' ')}</p>
        <p>{credits}</p>
        <p>{address}</p>
      </footer>
    </section>
  );
});

/** The pixels of the map, with its scale and north; a sentence if the browser does not allow them. */
const MapPicture = observer(function MapPicture({
  pixels,
}: {
  pixels: HTMLCanvasElement | null;
}): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (pixels) place.current?.prepend(pixels);
  }, [pixels]);
  const bar = scaleBarOf(atlas, LONGEST_BAR);
  if (!pixels) return <p>{t('share.picture-failed')}</p>;
  const share = bar ? (bar.width * window.devicePixelRatio * 100) / pixels.width : 0;
  return (
    <div
      className="print-place"
      style={{ '--ratio': pixels.width / pixels.height } as CSSProperties}
    >
      <div ref={place} className="print-map">
        <span className="print-north">{t('share.north')}</span>
        {bar && (
          <span className="print-scale" style={{ width: `${share}%` }}>
            {bar.text}
          </span>
        )}
      </div>
    </div>
  );
});

/** Lines that a column of a legend has on a wide sheet, in the usual and in small type. */
const COLUMN_LINES = 32;
const SMALL_COLUMN_LINES = 46;
/** Lines of a legend that has the usual type below a tall map. */
const SHORT_LINES = 36;
/** A section with more rows continues in the next column below a tall map. */
const LONG_ROWS = 6;
/** Letters that a line has beside the symbol. */
const LINE_LETTERS = 28;

/**
 * Returns the form of a legend that leaves room for the map: its columns beside the map, in usual or
 * small type, or its place below the map or on a page of its own.
 */
function legendSize(legend: readonly LegendEntry[], isTall: boolean): string {
  const lines = legend.reduce(
    (sum, { name, rows }) =>
      sum +
      0.5 +
      [name, ...rows.map(({ label }) => label)].reduce(
        (more, { length }) => more + Math.ceil(length / LINE_LETTERS),
        0,
      ),
    0,
  );
  // Beside a tall map, a legend would leave a third of the page empty.
  if (isTall && lines <= SHORT_LINES) return 'below';
  if (isTall) return lines <= 3 * COLUMN_LINES ? 'below print-small' : 'apart';
  if (lines <= COLUMN_LINES) return '1';
  if (lines <= 2 * COLUMN_LINES) return '2';
  if (lines <= 2 * SMALL_COLUMN_LINES) return '2 print-small';
  return lines <= 3 * SMALL_COLUMN_LINES ? '3 print-small' : 'apart';
}

function captureSafely(map: MapStore): HTMLCanvasElement | null {
  try {
    const pixels = map.capture?.();
    return pixels ? fitToPaper(pixels, map) : null;
  } catch {
    return null;
  }
}
