import {
  drawSwatch,
  SWATCH_SIZE,
  swatchSize,
  swatchHtml,
  type BundleBaseLayer,
  type LegendEntry,
  type LegendRow,
  type LegendSymbol,
} from 'atlas-engine/runtime';
import { column, row, space, text, type Block, type Pen, type TextStyle } from './blocks.ts';

/** The looks of the texts of a legend. */
export interface LegendStyles {
  readonly name: TextStyle;
  readonly label: TextStyle;
}

interface LegendOptions {
  readonly base: BundleBaseLayer;
  readonly styles: LegendStyles;
  /** The width of a column in px. */
  readonly width: number;
  /** Formats the numbers at the ends of a ramp. */
  readonly number: (value: number) => string;
}

const GAP_PX = 8;

/** Draws each entry of the legend as a block: its name, and its symbols with their labels. */
export function drawLegend(
  pen: Pen,
  entries: readonly LegendEntry[],
  options: LegendOptions,
): Promise<Block[]> {
  return Promise.all(entries.map((entry) => drawEntry(pen, entry, options)));
}

async function drawEntry(pen: Pen, entry: LegendEntry, options: LegendOptions): Promise<Block> {
  const { styles, width, base } = options;
  const swatches = await Promise.all(
    entry.rows.map((line, index) => swatchOf(line, { base, entry, id: `picture-${index}` })),
  );
  const widths = entry.rows.map(({ symbol }) => swatchSize([symbol]).width);
  const left = Math.max(SWATCH_SIZE.width, ...widths) + GAP_PX;
  const labelled = (swatch: Block, words: string, style: TextStyle): Block => {
    const label = text(pen, words, style, width - left);
    const mirrored = [[width - left + GAP_PX, swatch] as const, [0, label] as const];
    return row(
      pen.direction === 'rtl'
        ? mirrored
        : [
            [0, swatch],
            [left, label],
          ],
    );
  };
  const [first] = swatches;
  if (entry.single && first)
    return column([labelled(first, entry.name, styles.name), space(GAP_PX)]);
  return column([
    text(pen, entry.name, styles.name, width),
    ...entry.rows.flatMap((line, index) => {
      const swatch = swatches[index];
      return swatch ? [labelled(swatch, wordsOf(line, options), styles.label)] : [];
    }),
    space(GAP_PX),
  ]);
}

/** Returns the label of a row, with the ends of a ramp. */
function wordsOf({ label, symbol }: LegendRow, { number }: LegendOptions): string {
  if (symbol.type === 'image') return symbol.text;
  const [first, last] = symbol.type === 'ramp' ? [symbol.stops[0], symbol.stops.at(-1)] : [];
  if (symbol.type !== 'ramp' || !first || !last) return label;
  const unit = symbol.unit === undefined ? '' : `\u00A0${symbol.unit}`;
  return `${label} · ${number(first[0])}–${number(last[0])}${unit}`;
}

interface SwatchOf {
  readonly base: BundleBaseLayer;
  readonly entry: LegendEntry;
  readonly id: string;
}

/** Returns the swatch of a row as a block. An image that does not load is left out. */
async function swatchOf({ symbol }: LegendRow, { base, entry, id }: SwatchOf): Promise<Block> {
  const { width, height } = swatchSize([symbol]);
  const { opacity, restricted: hatch } = entry;
  const drawn = drawSwatch([symbol], { base, id, opacity, hatch });
  const address = imageOf(symbol) ?? svgAddress(swatchHtml(drawn, { width, height }));
  const picture = new Image();
  // An image of another host that forbids reading must not make the whole picture unreadable.
  picture.crossOrigin = 'anonymous';
  picture.src = address ?? '';
  const isLoaded = await picture.decode().then(
    () => true,
    () => false,
  );
  return {
    height: height + 4,
    draw: (pen, x, y) => {
      if (isLoaded) pen.drawImage(picture, x, y + 2, width, height);
    },
  };
}

/** Returns the address of an image or icon. The legend has the one for the displayed base map. */
function imageOf(symbol: LegendSymbol): string | null {
  if (symbol.type === 'image') return symbol.url;
  return symbol.type === 'icon' && typeof symbol.icon === 'string' ? symbol.icon : null;
}

function svgAddress(svg: string): string {
  const alone = svg.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ');
  return `data:image/svg+xml,${encodeURIComponent(alone)}`;
}
