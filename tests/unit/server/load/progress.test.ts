import { describe, expect, it } from 'vitest';
import {
  describeStep,
  Progress,
  progressOf,
  type Advance,
  type LoadStep,
} from '../../../../server/load/progress.ts';

describe('the progress of work in parts', () => {
  /** Runs parts of equal weight that take some seconds each. Returns what is reported. */
  const reportsOf = (parts: number, seconds: number): Advance[] => {
    const reports: Advance[] = [];
    let clock = 0;
    const progress = new Progress(
      parts,
      (advance) => reports.push(advance),
      () => clock,
    );
    for (let part = 0; part < parts; part += 1) {
      clock += seconds * 1_000;
      progress.add(1);
    }
    return reports;
  };

  it('is not reported for work under five seconds', () => {
    expect(reportsOf(8, 0.6)).toEqual([]);
  });

  it('is reported every five seconds with the share and the time left, but not at the end', () => {
    expect(reportsOf(8, 2.5)).toEqual([
      { percent: 25, secondsLeft: 15 },
      { percent: 50, secondsLeft: 10 },
      { percent: 75, secondsLeft: 5 },
    ]);
  });

  it('is reported less often in work of minutes', () => {
    expect(reportsOf(1_000, 1).length).toBeLessThan(50);
  });

  /** Reports steps of the work by a clock, and returns the lines. */
  const linesOf = (
    parts: readonly number[],
    work: (progress: ReturnType<typeof progressOf<number>>, wait: (ms: number) => void) => void,
  ): string[] => {
    const lines: string[] = [];
    const real = performance.now;
    let clock = 0;
    performance.now = () => clock;
    try {
      const by = { sizeOf: (part: number) => part, print: (line: string) => lines.push(line) };
      work(progressOf('Loading the data', parts, by), (ms) => void (clock += ms));
    } finally {
      performance.now = real;
    }
    return lines;
  };

  it('is a line with seconds, and with minutes where there are many', () => {
    const lines = linesOf([100, 300, 100], (progress, wait) => {
      wait(60_000);
      progress.add(100);
      wait(60_000);
      progress.add(300);
    });
    expect(lines).toEqual([
      'Loading the data: 20 % done, about 4 min left.',
      'Loading the data: 80 % done, about 30 s left.',
    ]);
  });

  it('counts the part that is under way, and says what it does', () => {
    const lines = linesOf([300, 100], (progress, wait) => {
      const report = (step: LoadStep): void => {
        wait(10_000);
        const { share, about } = describeStep('villages', step);
        progress.within(300, share, about);
      };
      report({ doing: 'reading', share: 0, features: 0 });
      report({ doing: 'reading', share: 0.5, features: 500_000 });
      report({ doing: 'writing', share: 0.5, features: 1_000_000 });
      wait(10_000);
      progress.add(300);
    });
    expect(lines).toEqual([
      'Loading the data: 15 % done, about 2 min left. villages: 500000 features read.',
      'Loading the data: 54 % done, about 26 s left. villages: 1000000 features written.',
      'Loading the data: 75 % done, about 14 s left.',
    ]);
  });
});
