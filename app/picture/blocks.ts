/** Parts of a picture with a known height, which are drawn below each other. Lengths are in px. */

export type Pen = CanvasRenderingContext2D;

export interface Block {
  readonly height: number;
  draw(pen: Pen, x: number, y: number): void;
}

/** How a text looks. */
export interface TextStyle {
  /** A font as in CSS, with the size in px. */
  readonly font: string;
  readonly color: string;
  readonly lineHeight: number;
}

/**
 * Breaks a text into lines of at most `width` px, which begin at the right if the pen writes from there.
 * Words that are too long are broken.
 */
export function text(pen: Pen, words: string, style: TextStyle, width: number): Block {
  pen.font = style.font;
  const lines = words === '' ? [] : linesOf(pen, words, width);
  return {
    height: lines.length * style.lineHeight,
    draw: (on, x, y) => {
      on.font = style.font;
      on.fillStyle = style.color;
      on.textBaseline = 'middle';
      const start = on.direction === 'rtl' ? x + width : x;
      lines.forEach((line, at) => on.fillText(line, start, y + (at + 0.5) * style.lineHeight));
    },
  };
}

export function space(height: number): Block {
  return { height, draw: () => undefined };
}

/** Puts blocks below each other. */
export function column(blocks: readonly Block[]): Block {
  return {
    height: blocks.reduce((sum, { height }) => sum + height, 0),
    draw: (pen, x, y) => {
      let top = y;
      for (const block of blocks) {
        block.draw(pen, x, top);
        top += block.height;
      }
    },
  };
}

/** Puts blocks side by side, each with its distance from the left. */
export function row(blocks: readonly (readonly [left: number, block: Block])[]): Block {
  return {
    height: Math.max(0, ...blocks.map(([, { height }]) => height)),
    draw: (pen, x, y) => {
      for (const [left, block] of blocks) block.draw(pen, x + left, y);
    },
  };
}

/** Distributes blocks over columns of about the same height. */
export function columns(
  blocks: readonly Block[],
  { count, width, gap }: { readonly count: number; readonly width: number; readonly gap: number },
): Block {
  const wanted = column(blocks).height / count;
  const parts: Block[][] = Array.from({ length: count }, () => []);
  let place = 0;
  for (const block of blocks) {
    const part = parts[place]!;
    part.push(block);
    if (column(part).height >= wanted && place < count - 1) place++;
  }
  return row(parts.map((part, index) => [index * (width + gap), column(part)] as const));
}

function linesOf(pen: Pen, words: string, width: number): string[] {
  const fits = (line: string): boolean => pen.measureText(line).width <= width;
  const lines: string[] = [];
  let line = '';
  for (const word of words.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const character of word) {
      if (!fits(line + character)) {
        lines.push(line);
        line = '';
      }
      line += character;
    }
  }
  return [...lines, line];
}
