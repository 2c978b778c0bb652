import { describe, expect, it } from 'vitest';
import {
  describeStep,
  Progress,
  progressOf,
  type Advance,
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

  it('is a line with seconds, and with minutes where there are many', async () => {
    const lines: string[] = [];
    const by = { sizeOf: (part: number) => part, print: (line: string) => lines.push(line) };
    const real = performance.now;
    let clock = 0;
    performance.now = () => clock;
    try {
      const progress = progressOf('Loading the data', [100, 300, 100], by);
      clock = 60_000;
      progress.add(100);
      clock = 120_000;
      progress.add(300);
    } finally {
      performance.now = real;
    }
    expect(lines).toEqual([
      'Loading the data: 20 % done, about 4 min left.',
      'Loading the data: 80 % done, about 30 s left.',
    ]);
  });

  it('counts the part that is under way, and says what it does', () => {
    const lines: string[] = [];
    const by = { sizeOf: (part: number) => part, print: (line: string) => lines.push(line) };
    const real = performance.now;
    let clock = 0;
    performance.now = () => clock;
    try {
      const progress = progressOf('Loading the data', [300, 100], by);
      for (const share of [0, 0.5]) {
        clock += 10_000;
        const step = describeStep('villages', { doing: 'reading', share, features: 1e6 * share });
        progress.within(300, step.share, step.about);
      }
      clock += 10_000;
      const step = describeStep('villages', { doing: 'writing', share: 0.5, features: 1_000_000 });
      progress.within(300, step.share, step.about);
      clock += 10_000;
      progress.add(300);
    } finally {
      performance.now = real;
    }
    expect(lines).toEqual([
      'Loading the data: 15 % done, about 2 min left. villages: 500000 features read.',
      'Loading the data: 56 % done, about 24 s left. villages: 1000000 features written.',
      'Loading the data: 75 % done, about 14 s left.',
    ]);
  });
});
