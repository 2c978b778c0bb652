import { INK, type Extent, type Point, type Sheet, SIZE } from './canvas.ts';

/** Draws paper with forest on it, as small tufts. There is no tuft where `clear` returns true. */
function paper(sheet: Sheet, clear: (x: number, y: number) => boolean): void {
  sheet.fill(INK.paper, [
    [0, 0],
    [SIZE.width, 0],
    [SIZE.width, SIZE.height],
    [0, SIZE.height],
  ]);
  for (let i = 0; i < 420; i++) {
    const [x, y] = [sheet.random.between(20, 700), sheet.random.between(20, 460)];
    if (clear(x, y)) continue;
    sheet.stroke(
      [
        [x - 6, y],
        [x, y - 9],
        [x + 6, y],
      ],
      INK.wood,
      1.6,
    );
  }
}

/** Draws a band along a curve: first its edges, then its fill. */
function band(
  sheet: Sheet,
  points: readonly Point[],
  width: number,
  [edge, bed]: readonly [edge: string, bed: string],
): void {
  sheet.stroke(points, edge, width);
  sheet.stroke(points, bed, width - 5);
}

function houses(sheet: Sheet, places: readonly Point[]): void {
  for (const [x, y] of places) {
    sheet.fill(INK.cloth, [
      [x - 8, y + 6],
      [x + 8, y + 6],
      [x + 8, y - 4],
      [x, y - 12],
      [x - 8, y - 4],
    ]);
  }
}

/** Draws a field with furrows. */
function field(sheet: Sheet, [x, y]: Point, [width, height]: Extent): void {
  const corners: Point[] = [
    [x, y],
    [x + width, y - height * 0.08],
    [x + width * 1.06, y + height],
    [x - width * 0.04, y + height * 0.94],
  ];
  sheet.fill('#EAD9A6', corners);
  sheet.stroke([...corners, corners[0]!], INK.shade, 2);
  for (let i = 1; i < 5; i++) {
    sheet.stroke(
      [
        [x + 4, y + (height * i) / 5],
        [x + width - 2, y + (height * i) / 5 - height * 0.06],
      ],
      INK.path,
      2,
    );
  }
}

/** Draws a north arrow and a frame. */
function finish(sheet: Sheet): void {
  sheet.stroke(
    [
      [664, 92],
      [664, 40],
    ],
    INK.line,
    3,
  );
  sheet.fill(INK.line, [
    [664, 28],
    [655, 50],
    [673, 50],
  ]);
  sheet.stroke(
    [
      [10, 10],
      [710, 10],
      [710, 470],
      [10, 470],
      [10, 10],
    ],
    INK.line,
    2.5,
  );
}

const along = (points: number, place: (share: number) => Point): Point[] =>
  Array.from({ length: points + 1 }, (_, i) => place(i / points));

function road(sheet: Sheet): void {
  const line = along(24, (t) => [t * 720, 250 + 46 * Math.sin(t * 4.2)]);
  paper(sheet, (x, y) => Math.abs(y - 250) < 110 && x > 120 && x < 600);
  field(sheet, [160, 130], [120, 80]);
  field(sheet, [420, 330], [140, 76]);
  field(sheet, [330, 140], [96, 70]);
  band(sheet, line, 22, [INK.shade, INK.path]);
  houses(
    sheet,
    along(12, (t) => [170 + t * 380, 250 + 46 * Math.sin((170 + t * 380) / 171) + 28]),
  );
  houses(
    sheet,
    along(8, (t) => [210 + t * 300, 250 + 46 * Math.sin((210 + t * 300) / 171) - 26]),
  );
  finish(sheet);
}

function river(sheet: Sheet): void {
  const bank = (t: number): number => 330 + 60 * Math.sin(t * 3.4 + 0.6);
  paper(sheet, (x, y) => y > bank(x / 720) - 36 || (x > 210 && x < 560 && y > 170));
  field(sheet, [230, 170], [130, 70]);
  field(sheet, [420, 190], [110, 76]);
  const middle = along(24, (t): Point => [t * 720, bank(t) + 44]);
  band(sheet, middle, 66, ['#7FA3AE', INK.water]);
  houses(
    sheet,
    along(12, (t) => [220 + t * 320, bank((220 + t * 320) / 720) - 20]),
  );
  sheet.stroke(
    along(10, (t) => [380 + 30 * Math.sin(t * 3), 300 - t * 280]),
    INK.shade,
    3,
  );
  finish(sheet);
}

function ridge(sheet: Sheet): void {
  paper(sheet, (x, y) => ((x - 360) / 230) ** 2 + ((y - 250) / 130) ** 2 < 1);
  for (const size of [1, 0.78, 0.56]) {
    const contour = along(40, (t): Point => [
      360 + 270 * size * Math.cos(t * 6.2832),
      250 + 160 * size * Math.sin(t * 6.2832) + 12 * Math.sin(t * 19),
    ]);
    sheet.stroke(contour, INK.path, 2);
  }
  field(sheet, [452, 262], [110, 80]);
  field(sheet, [150, 168], [104, 70]);
  const ring = along(14, (t): Point => [
    350 + 70 * Math.cos(t * 6.2832),
    246 + 42 * Math.sin(t * 6.2832),
  ]);
  houses(sheet, ring);
  sheet.stroke(
    along(12, (t) => [350 - t * 340, 290 + 150 * t * t]),
    INK.shade,
    3,
  );
  finish(sheet);
}

/** Sketch maps of villages, by file name without extension. */
export const SKETCH_MAPS: Readonly<Record<string, (sheet: Sheet) => void>> = {
  'sketch-map-road': road,
  'sketch-map-river': river,
  'sketch-map-ridge': ridge,
};
