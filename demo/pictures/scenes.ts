import { INK, type Sheet, SIZE } from './canvas.ts';
import { canoe, forest, house, palm, person, rows, tree } from './things.ts';

/** Draws the sky and two distant ranges of hills. */
function distance(sheet: Sheet, horizon: number): void {
  sheet.fill(INK.sky, [
    [0, 0],
    [SIZE.width, 0],
    [SIZE.width, SIZE.height],
    [0, SIZE.height],
  ]);
  sheet.below(sheet.ridge(horizon - 70, horizon - 10, 260), INK.haze);
  sheet.below(sheet.ridge(horizon - 40, horizon + 5, 200), INK.far);
}

function ripples(sheet: Sheet, top: number, bottom: number): void {
  for (let i = 0; i < 46; i++) {
    const depth = sheet.random.next() ** 0.7;
    const y = top + (bottom - top) * depth;
    const x = sheet.random.between(-20, SIZE.width);
    sheet.stroke(
      [
        [x, y],
        [x + 16 + 46 * depth, y + 0.5],
      ],
      INK.light,
      1 + depth,
    );
  }
}

/** Draws canoes on the bank at the end of a path. */
function riverLanding(sheet: Sheet): void {
  distance(sheet, 190);
  forest(sheet, () => 232, 74);
  sheet.below(() => 228, INK.water);
  ripples(sheet, 234, 370);
  sheet.below(sheet.ridge(345, 402, 300), INK.path);
  sheet.below(sheet.ridge(400, 455, 220), INK.earth);
  canoe(sheet, [90, 352], 190);
  canoe(sheet, [320, 372], 230);
  canoe(sheet, [470, 286], 120);
  person(sheet, [528, 288], 44, INK.cloth);
  person(sheet, [300, 420], 76, '#4C6A78');
  person(sheet, [334, 426], 70, INK.cloth);
  palm(sheet, [640, 420], 200);
  palm(sheet, [690, 440], 160);
}

/** Draws houses along a lane, with palms behind them. */
function villageLane(sheet: Sheet): void {
  distance(sheet, 205);
  forest(sheet, () => 246, 90);
  sheet.below(() => 242, INK.path);
  sheet.fill(INK.earth, [
    [330, 242],
    [390, 242],
    [610, 480],
    [110, 480],
  ]);
  for (const [x, y, size, iron] of [
    [236, 268, 60, false],
    [430, 266, 58, true],
    [150, 300, 96, true],
    [498, 302, 98, false],
    [14, 360, 150, false],
    [566, 372, 164, true],
  ] as const)
    house(sheet, [x, y], size, iron);
  palm(sheet, [120, 290], 130);
  palm(sheet, [640, 300], 150);
  person(sheet, [372, 330], 54, INK.cloth);
  person(sheet, [348, 332], 50, '#6B6F4A');
  person(sheet, [300, 420], 78, '#4C6A78');
}

/** Draws a long school building, with children in the yard. */
function schoolYard(sheet: Sheet): void {
  distance(sheet, 190);
  forest(sheet, () => 226, 84);
  sheet.below(() => 224, INK.path);
  sheet.fill('#EADBB0', [
    [110, 300],
    [610, 300],
    [610, 216],
    [110, 216],
  ]);
  sheet.fill(INK.iron, [
    [92, 222],
    [628, 222],
    [590, 166],
    [130, 166],
  ]);
  for (let i = 0; i < 5; i++) {
    const x = 140 + i * 98;
    sheet.fill(i % 2 ? INK.shade : INK.line, [
      [x, 300 - (i % 2) * 24],
      [x + 34, 300 - (i % 2) * 24],
      [x + 34, 240],
      [x, 240],
    ]);
  }
  sheet.below(sheet.ridge(300, 326, 240), INK.earth);
  sheet.stroke(
    [
      [660, 352],
      [660, 190],
    ],
    INK.line,
    4,
  );
  tree(sheet, [66, 350], 190, INK.forest);
  for (let i = 0; i < 13; i++) {
    const y = sheet.random.between(346, 440);
    const cloth = [INK.cloth, '#4C6A78', '#E9D9A8', '#6B6F4A'][i % 4]!;
    person(sheet, [sheet.random.between(180, 620), y], 30 + (y - 340) * 0.3, cloth);
  }
}

/** Draws fields in front of the edge of a forest. */
function fieldsAtTheEdge(sheet: Sheet): void {
  distance(sheet, 160);
  const edge = sheet.ridge(196, 236, 300);
  forest(sheet, edge, 104);
  sheet.below(edge, INK.path);
  rows(sheet, 232, 480, INK.forest);
  tree(sheet, [600, 300], 170, INK.deep);
  house(sheet, [96, 292], 78);
  person(sheet, [300, 330], 56, INK.cloth);
  person(sheet, [420, 392], 74, '#4C6A78');
}

/** Draws a meeting under a large tree. */
function meetingTree(sheet: Sheet): void {
  distance(sheet, 210);
  forest(sheet, () => 248, 70);
  sheet.below(() => 246, INK.path);
  sheet.below(sheet.ridge(300, 330, 320), INK.earth);
  house(sheet, [24, 300], 110, true);
  house(sheet, [590, 296], 100);
  sheet.stroke(
    [
      [362, 372],
      [352, 250],
      [340, 170],
    ],
    INK.line,
    26,
  );
  for (let i = 0; i < 34; i++) {
    sheet.blob(
      [348 + sheet.random.between(-200, 200), 128 + sheet.random.between(-66, 66)],
      [sheet.random.between(80, 130), sheet.random.between(46, 70)],
      i % 3 ? INK.forest : INK.deep,
    );
  }
  for (let i = 0; i < 11; i++) {
    const x = 160 + i * 40;
    const y = 392 + Math.abs(i - 5) * -7 + 24;
    person(sheet, [x, y], 58, [INK.cloth, '#4C6A78', '#E9D9A8', '#6B6F4A'][i % 4]!);
  }
}

/** Draws racks of drying fish beside the water. */
function fishDrying(sheet: Sheet): void {
  distance(sheet, 170);
  forest(sheet, () => 206, 62);
  sheet.below(() => 202, INK.water);
  ripples(sheet, 208, 300);
  sheet.below(sheet.ridge(276, 310, 280), INK.path);
  for (const [x, y, size] of [
    [90, 330, 170],
    [320, 352, 210],
    [566, 338, 150],
  ] as const) {
    for (const leg of [0, 0.5, 1]) {
      sheet.stroke(
        [
          [x + size * leg, y + size * 0.34],
          [x + size * leg, y],
        ],
        INK.line,
        5,
      );
    }
    sheet.fill(INK.thatch, [
      [x - 10, y],
      [x + size + 10, y],
      [x + size + 2, y - 16],
      [x, y - 16],
    ]);
    for (let i = 0; i < 9; i++) sheet.blob([x + (size / 8) * i, y - 14], [size * 0.1, 9], INK.iron);
  }
  sheet.below(sheet.ridge(410, 440, 200), INK.earth);
  canoe(sheet, [470, 250], 130);
  person(sheet, [276, 420], 84, INK.cloth);
  person(sheet, [540, 414], 78, '#4C6A78');
}

/** Scenes of village life, by file name without extension. */
export const SCENES: Readonly<Record<string, (sheet: Sheet) => void>> = {
  'river-landing': riverLanding,
  'village-lane': villageLane,
  'school-yard': schoolYard,
  'fields-at-the-edge': fieldsAtTheEdge,
  'meeting-tree': meetingTree,
  'fish-drying': fishDrying,
};
