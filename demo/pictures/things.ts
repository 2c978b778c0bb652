import { INK, type Point, type Sheet } from './canvas.ts';

/** Draws a house from its long side: walls, a door, and a roof of thatch or iron. */
export function house(sheet: Sheet, [x, y]: Point, size: number, iron = false): void {
  const [width, wall, eaves] = [size, size * 0.38, size * 0.12];
  sheet.fill(INK.wall, [
    [x, y],
    [x + width, y],
    [x + width, y - wall],
    [x, y - wall],
  ]);
  sheet.fill(INK.shade, [
    [x + width * 0.72, y],
    [x + width, y],
    [x + width, y - wall],
    [x + width * 0.72, y - wall],
  ]);
  sheet.fill(INK.line, [
    [x + width * 0.28, y],
    [x + width * 0.44, y],
    [x + width * 0.44, y - wall * 0.78],
    [x + width * 0.28, y - wall * 0.78],
  ]);
  sheet.fill(iron ? INK.iron : INK.thatch, [
    [x - eaves, y - wall * 0.92],
    [x + width + eaves, y - wall * 0.92],
    [x + width * 0.86, y - wall - size * 0.34],
    [x + width * 0.14, y - wall - size * 0.34],
  ]);
  if (iron) return;
  for (let i = 0; i < 9; i++) {
    const from = x - eaves * 0.6 + (i / 8) * (width + eaves * 1.2);
    sheet.stroke(
      [
        [x + width * (0.18 + (i / 8) * 0.64), y - wall - size * 0.32],
        [from, y - wall * 0.94],
      ],
      '#75593A',
      1,
    );
  }
}

/** Draws a broad tree; `y` is the base of the trunk. */
export function tree(sheet: Sheet, [x, y]: Point, size: number, color: string): void {
  sheet.stroke(
    [
      [x, y],
      [x + size * 0.02, y - size * 0.6],
    ],
    INK.line,
    size * 0.06,
  );
  for (let i = 0; i < 9; i++) {
    sheet.blob(
      [
        x + sheet.random.between(-0.36, 0.36) * size,
        y - size * (0.62 + sheet.random.between(0, 0.34)),
      ],
      [size * sheet.random.between(0.32, 0.5), size * sheet.random.between(0.22, 0.32)],
      color,
    );
  }
}

/** Draws a palm; `y` is the base of the trunk. */
export function palm(sheet: Sheet, [x, y]: Point, size: number): void {
  const lean = sheet.random.between(-0.12, 0.12) * size;
  const top = [x + lean, y - size] as const;
  sheet.stroke([[x, y], [x + lean * 0.3, y - size * 0.5], top], INK.shade, size * 0.05);
  for (let i = 0; i < 9; i++) {
    const turn = -1 + (i / 8) * 2;
    const reach = size * sheet.random.between(0.36, 0.46);
    sheet.stroke(
      [
        top,
        [top[0] + turn * reach * 0.6, top[1] - reach * (0.42 - Math.abs(turn) * 0.3)],
        [top[0] + turn * reach, top[1] + reach * Math.abs(turn) * 0.45 - reach * 0.08],
      ],
      INK.forest,
      size * 0.035,
    );
  }
}

/** Draws a person in the distance: a head and a cloth. */
export function person(sheet: Sheet, [x, y]: Point, size: number, cloth: string): void {
  sheet.fill(cloth, [
    [x - size * 0.13, y],
    [x + size * 0.13, y],
    [x + size * 0.1, y - size * 0.72],
    [x - size * 0.1, y - size * 0.72],
  ]);
  sheet.blob([x, y - size * 0.84], [size * 0.2, size * 0.24], INK.line);
}

/** Draws a dugout canoe on the water. */
export function canoe(sheet: Sheet, [x, y]: Point, length: number): void {
  sheet.fill(INK.line, [
    [x, y],
    [x + length, y - length * 0.03],
    [x + length * 0.9, y + length * 0.09],
    [x + length * 0.12, y + length * 0.1],
  ]);
  sheet.stroke(
    [
      [x + length * 0.04, y + length * 0.01],
      [x + length * 0.96, y - length * 0.01],
    ],
    INK.shade,
    2,
  );
}

/** Draws rows of crops between two values of y. They are wider in the foreground. */
export function rows(sheet: Sheet, top: number, bottom: number, color: string): void {
  for (let i = -8; i <= 16; i++) {
    for (let step = 0; step < 9; step++) {
      const depth = step / 9 + sheet.random.between(0, 0.06);
      const y = top + (bottom - top) * depth * depth;
      const x = 360 + (i - 4) * (18 + 62 * depth) + sheet.random.between(-3, 3);
      const leaf = 3 + 11 * depth;
      sheet.blob([x, y], [leaf * 2, leaf], color);
      sheet.stroke(
        [
          [x, y + leaf],
          [x, y],
        ],
        INK.deep,
        1 + depth,
      );
    }
  }
}

/** Draws the edge of a forest along a horizon, with crowns in several greens. */
export function forest(sheet: Sheet, at: (x: number) => number, height: number): void {
  for (const [color, lift] of [
    [INK.wood, 1],
    [INK.forest, 0.62],
    [INK.deep, 0.26],
  ] as const) {
    for (let x = -20; x < 750; x += 13) {
      const size = height * sheet.random.between(0.4, 0.75);
      sheet.blob(
        [x, at(x) - height * lift * sheet.random.between(0.55, 1)],
        [size * 1.3, size],
        color,
      );
    }
  }
}
