import { describe, expect, it } from 'vitest';
import {
  broadParts,
  densify,
  joinChannels,
  KM,
  middlePoints,
} from '../../../../cli/geography/channels.ts';
import { WaterFollower } from '../../../../cli/geography/follow-water.ts';
import type { Line, Polygon } from '../../../../cli/geography/geometry.ts';
import { joinRivers, joinSea } from '../../../../cli/geography/join-rivers.ts';
import { moveBorders } from '../../../../cli/geography/move-borders.ts';

/** A channel from west to east, 4 km wide, 60 km long, its middle on the equator. */
const CHANNEL: Polygon = [
  [
    [0, -2 * KM],
    [60 * KM, -2 * KM],
    [60 * KM, 2 * KM],
    [0, 2 * KM],
    [0, -2 * KM],
  ],
];
/** A line 5 km to the north of its middle, which begins and ends outside of the channel. */
const BESIDE: Line = [
  [-30 * KM, 5 * KM],
  [90 * KM, 5 * KM],
];
const follower = new WaterFollower(middlePoints([CHANNEL]));

describe('a line beside a channel', () => {
  it('is moved to its middle and keeps its course elsewhere', () => {
    const moved = densify(follower.move(BESIDE), KM);
    expect(moved[0]).toEqual(BESIDE[0]);
    expect(moved.at(-1)).toEqual(BESIDE[1]);
    const along = moved.filter(([x]) => x > 15 * KM && x < 45 * KM);
    expect(along.length).toBeGreaterThan(0);
    for (const [, y] of along) expect(Math.abs(y)).toBeLessThan(0.5 * KM);
    for (const [x, y] of moved) if (x < -15 * KM) expect(y).toBeCloseTo(5 * KM, 6);
  });

  it('stays when the channel is 20 km away', () => {
    const far: Line = BESIDE.map(([x, y]) => [x, y + 15 * KM]);
    expect(follower.move(far)).toEqual(far);
  });

  it('meets the lines that it met before', () => {
    const tripoint = [30 * KM, 5 * KM] as const;
    const [first, second, coast] = moveBorders(
      [
        { line: [BESIDE[0]!, tripoint], kind: 'border' },
        { line: [tripoint, [30 * KM, 40 * KM]], kind: 'other' },
        { line: [BESIDE[0]!, [-30 * KM, 50 * KM]], kind: 'coast' },
      ],
      follower,
    );
    expect(first!.at(-1)).toEqual(second![0]);
    expect(Math.abs(second![0]![1])).toBeLessThan(2 * KM);
    expect(first![0]).toEqual(coast![0]);
  });
});

describe('channels', () => {
  it('join pieces with a gap of 1 km, and leave out small islands', () => {
    const [west, east] = [0, 61].map((start): Polygon => [
      CHANNEL[0]!.map(([x, y]) => [x + start * KM, y]),
    ]);
    const island: Line = [
      [20 * KM, -KM],
      [24 * KM, -KM],
      [24 * KM, KM],
      [20 * KM, KM],
      [20 * KM, -KM],
    ];
    const joined = joinChannels([[...west!, island], east!]);
    expect(joined).toHaveLength(1);
    expect(joined[0]).toHaveLength(1);
  });

  it.each([
    ['6 km long keep it', 6, 1],
    ['20 km long end there', 20, 2],
  ])('are broad without a gap: two parts with a narrow one between them, %s', (_, km, count) => {
    // Two squares of 12 km, and between them a channel 1 km wide.
    const [start, end] = [12 * KM, (12 + km) * KM];
    const channel: Polygon = [
      [
        [0, 0],
        [start, 0],
        [start, 5.5 * KM],
        [end, 5.5 * KM],
        [end, 0],
        [end + 12 * KM, 0],
        [end + 12 * KM, 12 * KM],
        [end, 12 * KM],
        [end, 6.5 * KM],
        [start, 6.5 * KM],
        [start, 12 * KM],
        [0, 12 * KM],
        [0, 0],
      ],
    ];
    expect(broadParts([channel], [channel])).toHaveLength(count);
  });
});

describe('rivers', () => {
  const main: Line = [
    [0, 0],
    [100 * KM, 0],
  ];

  it.each([
    ['ends 5 km before the other', 5],
    ['runs 5 km past the other', -5],
  ])('meet where one %s', (_, end) => {
    const [, joined] = joinRivers([
      main,
      [
        [50 * KM, 80 * KM],
        [50 * KM, end * KM],
      ],
    ]);
    const [x, y] = joined!.at(-1)!;
    expect(x).toBeCloseTo(50 * KM, 2);
    expect(y).toBe(0);
    expect(Math.min(...joined!.map((point) => point[1]))).toBeGreaterThanOrEqual(-0.31 * KM);
  });

  it('do not meet when 30 km lie between them', () => {
    const line: Line = [
      [50 * KM, 80 * KM],
      [50 * KM, 30 * KM],
    ];
    expect(joinRivers([main, line])[1]).toEqual(line);
  });

  it('reach the coast', () => {
    const shore: Line = [
      [-40 * KM, 0],
      [-40 * KM, KM],
    ];
    expect(joinSea(main, shore).at(-1)).toEqual([-40 * KM, 0]);
  });
});
