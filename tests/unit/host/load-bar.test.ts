import { describe, expect, it } from 'vitest';
import { lineOf, LoadBar, type Shown } from '../../../host/load/load-bar.ts';

const PLAIN = { color: false, unicode: true };
const SHOWN: Shown = {
  dataset: 'villages',
  number: 1,
  of: 1,
  step: { doing: 'reading', share: 0.5, features: 612_400 },
  share: 0.25,
  rate: 48_000,
  secondsLeft: 12,
};

describe('the line of a load', () => {
  it.each([
    [90, 'villages █████░░░░░░░░░░░░░░░ 25 %, about 12 s left, 612 400 features read, 48 000/s'],
    [70, 'villages ████░░░░░░░░░░░░ 25 %, about 12 s left, 612 400 features read'],
    [50, 'villages ████░░░░░░░░░░░░░░░ 25 %, about 12 s left'],
    [30, 'villages ████░░░░░░░░░░░░ 25 %'],
    [15, '25 % villages'],
    [6, '25 % v'],
    [0, ''],
  ])('has at %i columns what fits', (columns, text) => {
    expect(lineOf(SHOWN, columns, PLAIN).text).toBe(text);
  });

  it('never exceeds the terminal', () => {
    for (let columns = 0; columns <= 120; columns++) {
      expect(lineOf(SHOWN, columns, PLAIN).text.length).toBeLessThanOrEqual(columns);
      const unknown = { ...SHOWN, share: null, secondsLeft: null };
      expect(lineOf(unknown, columns, PLAIN).text.length).toBeLessThanOrEqual(columns);
    }
  });

  it('counts features without a bar where the size of the data is not known', () => {
    const unknown = { ...SHOWN, number: 3, of: 41, share: null, secondsLeft: null };
    expect(lineOf(unknown, 80, PLAIN).text).toBe(
      '3 of 41: villages 612 400 features read, 48 000/s',
    );
  });

  it('says what is done after the features are read', () => {
    const thinning = { doing: 'thinning', share: 0, features: 5 } as const;
    expect(lineOf({ ...SHOWN, step: thinning, rate: null }, 90, PLAIN).text).toContain(
      'about 12 s left, 5 features read, choosing what tiles show',
    );
    const publishing = { doing: 'publishing', share: 0, features: 5 } as const;
    expect(lineOf({ ...SHOWN, share: 1, step: publishing, rate: null }, 90, PLAIN).text).toContain(
      '99 %, about 12 s left, 5 features written, writing to the disk',
    );
  });

  it('is painted without changing its width, and is ASCII where the terminal is', () => {
    const { text, painted } = lineOf(SHOWN, 90, { color: true, unicode: false });
    expect(text).toContain('villages #####............... 25 %');
    expect(painted).toContain('\x1b[32m#####');
    expect(painted.replaceAll('\x1b', '^').replaceAll(/\^\[\d+m/g, '')).toBe(text);
  });
});

describe('the drawn line', () => {
  const state = { ...SHOWN, share: 0.5 };
  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

  it('is drawn at most ten times a second, and not by a short load', async () => {
    const written: string[] = [];
    const screen = { ...PLAIN, write: (text: string) => written.push(text), columns: () => 80 };
    const bar = new LoadBar(screen);
    bar.show(state);
    expect(written).toEqual([]);
    const from = performance.now();
    while (performance.now() - from < 1_000) {
      bar.show(state);
      await wait(1);
    }
    bar.end();
    expect(written.length).toBeGreaterThan(2);
    expect(written.length).toBeLessThanOrEqual(11);
    expect(written.at(-1)).toBe('\r\x1b[J');
  });

  it('gives way to what is printed, and clears all its rows in a narrower terminal', async () => {
    const written: string[] = [];
    let columns = 80;
    const bar = new LoadBar({
      ...PLAIN,
      write: (text) => written.push(text),
      columns: () => columns,
    });
    await wait(500);
    bar.show(state);
    columns = 40;
    bar.print(() => written.push('wells: loaded\n'));
    bar.end();
    expect(written.slice(1)).toEqual(['\r\x1b[1A\x1b[J', 'wells: loaded\n']);
  });
});
