import { directionOf, formatBound, type LegendEntry, type Translate } from 'atlas-engine/runtime';
import type { AtlasStore } from '../stores/atlas-store.ts';
import { column, columns, space, text, type Block, type Pen, type TextStyle } from './blocks.ts';
import { drawLegend } from './draw-legend.ts';
import { scaleBarOf, sheetOf, type ScaleBar } from './sheet.ts';

/** Lengths in px, before the picture is enlarged. */
const MARGIN = 28;
const GAP = 20;
const LEGEND_WIDTH = 260;
const LONGEST_BAR = 120;

/** Number of pixels of the picture per px. */
const SCALE = 2;

/** The colours and fonts of the interface. */
interface Look {
  readonly paper: string;
  readonly ink: string;
  readonly soft: string;
  readonly rule: string;
  readonly accent: string;
  readonly sans: string;
  readonly serif: string;
}

/**
 * Draws the map with its title, legend, scale, north, credits, date and address, in the language and
 * the colours of the interface. `map` has the size in px of the map on the page as its style.
 */
export async function drawPicture(
  atlas: AtlasStore,
  t: Translate,
  map: { readonly pixels: HTMLCanvasElement; readonly width: number; readonly height: number },
): Promise<HTMLCanvasElement> {
  const look = readLook();
  await document.fonts.load(`600 24px ${look.serif}`);
  const canvas = document.createElement('canvas');
  const pen = penOf(canvas);
  pen.direction = directionOf(atlas.bundles.index.locale);
  const sheet = sheetOf(atlas, t);
  const isWide = map.width >= map.height;
  const entries = atlas.shown.printedLegend;
  const legend = await legendOf(atlas, pen, { look, entries, heading: t('tab.legend') });
  const beside = isWide && entries.length > 0;
  const inner = Math.max(LEGEND_WIDTH, map.width + (beside ? GAP + LEGEND_WIDTH : 0));
  const soft = styleOf(look, { size: 12, color: look.soft });
  const count = Math.max(1, Math.floor((inner + GAP) / (LEGEND_WIDTH + GAP)));
  const below = columns(legend, { count, width: LEGEND_WIDTH, gap: GAP });
  const head = column([
    text(pen, sheet.title, styleOf(look, { size: 24, bold: true, serif: true }), inner),
    text(pen, sheet.subtitle, styleOf(look, { size: 14, color: look.soft }), inner),
    space(12),
  ]);
  const foot = column([
    space(12),
    ...(!beside && entries.length > 0 ? [below, space(8)] : []),
    ...sheet.notes.map((note) =>
      text(pen, note, styleOf(look, { size: 13, color: look.accent }), inner),
    ),
    text(pen, sheet.credits, soft, inner),
    text(pen, sheet.address, soft, inner),
  ]);
  const side = column(beside ? legend : []);
  const height = Math.max(map.height, side.height);
  canvas.width = Math.round((inner + 2 * MARGIN) * SCALE);
  canvas.height = Math.round((head.height + height + foot.height + 2 * MARGIN) * SCALE);
  // A new size resets the pen.
  pen.direction = directionOf(atlas.bundles.index.locale);
  pen.scale(SCALE, SCALE);
  pen.fillStyle = look.paper;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  head.draw(pen, MARGIN, MARGIN);
  const top = MARGIN + head.height;
  pen.drawImage(map.pixels, MARGIN, top, map.width, map.height);
  pen.strokeStyle = look.rule;
  pen.strokeRect(MARGIN, top, map.width, map.height);
  drawNorth(pen, look, { x: MARGIN + map.width - 34, y: top + 34, letter: t('share.north') });
  const bar = scaleBarOf(atlas, LONGEST_BAR);
  if (bar) drawScale(pen, look, { bar, x: MARGIN + 12, y: top + map.height - 12 });
  side.draw(pen, MARGIN + map.width + GAP, top);
  foot.draw(pen, MARGIN, top + height);
  return canvas;
}

/** Returns the blocks of the legend, its heading first. */
async function legendOf(
  { bases, bundles }: AtlasStore,
  pen: Pen,
  parts: {
    readonly look: Look;
    readonly entries: readonly LegendEntry[];
    readonly heading: string;
  },
): Promise<readonly Block[]> {
  const { look, entries, heading } = parts;
  const blocks = await drawLegend(pen, entries, {
    base: bases.current,
    width: LEGEND_WIDTH,
    number: (value) => formatBound(value, bundles.index.locale),
    styles: { name: styleOf(look, { size: 14, bold: true }), label: styleOf(look, { size: 13 }) },
  });
  const title = styleOf(look, { size: 17, bold: true, serif: true });
  return [column([text(pen, heading, title, LEGEND_WIDTH), space(4)]), ...blocks];
}

function drawNorth(
  pen: Pen,
  { paper, ink, sans }: Look,
  { x, y, letter }: { readonly x: number; readonly y: number; readonly letter: string },
): void {
  pen.fillStyle = paper;
  pen.beginPath();
  pen.arc(x, y, 22, 0, 2 * Math.PI);
  pen.fill();
  pen.fillStyle = ink;
  pen.beginPath();
  pen.moveTo(x, y - 17);
  pen.lineTo(x + 6, y);
  pen.lineTo(x, y - 4);
  pen.lineTo(x - 6, y);
  pen.fill();
  pen.font = `600 13px ${sans}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(letter, x, y + 10);
  pen.textAlign = 'start';
}

/** Draws a scale bar whose lower left corner is at a place. */
function drawScale(
  pen: Pen,
  { paper, ink, sans }: Look,
  { bar, x, y }: { readonly bar: ScaleBar; readonly x: number; readonly y: number },
): void {
  pen.font = `500 12px ${sans}`;
  const width = bar.width + 28 + pen.measureText(bar.text).width;
  pen.fillStyle = paper;
  pen.fillRect(x, y - 26, width, 26);
  pen.fillStyle = ink;
  pen.textBaseline = 'middle';
  pen.textAlign = 'left';
  pen.fillText(bar.text, x + bar.width + 18, y - 13);
  pen.textAlign = 'start';
  pen.strokeStyle = ink;
  pen.beginPath();
  pen.moveTo(x + 10, y - 16);
  pen.lineTo(x + 10, y - 11);
  pen.lineTo(x + 10 + bar.width, y - 11);
  pen.lineTo(x + 10 + bar.width, y - 16);
  pen.stroke();
}

function styleOf(
  look: Look,
  wanted: {
    readonly size: number;
    readonly bold?: boolean;
    readonly serif?: boolean;
    readonly color?: string;
  },
): TextStyle {
  const { size, bold = false, serif = false, color = look.ink } = wanted;
  return {
    font: `${bold ? 600 : 400} ${size}px ${serif ? look.serif : look.sans}`,
    color,
    lineHeight: Math.round(size * 1.4),
  };
}

/** Reads the colours and fonts as the browser computes them. */
function readLook(): Look {
  const probe = document.createElement('span');
  probe.hidden = true;
  document.body.append(probe);
  const computed = (property: 'color' | 'fontFamily', value: string): string => {
    probe.style[property] = value;
    return getComputedStyle(probe)[property];
  };
  const look = {
    paper: computed('color', 'var(--paper)'),
    ink: computed('color', 'var(--ink)'),
    soft: computed('color', 'var(--ink-soft)'),
    rule: computed('color', 'var(--rule)'),
    accent: computed('color', 'var(--laterite)'),
    sans: computed('fontFamily', 'var(--sans)'),
    serif: computed('fontFamily', 'var(--serif)'),
  };
  probe.remove();
  return look;
}

function penOf(canvas: HTMLCanvasElement): Pen {
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw a picture.');
  return pen;
}
