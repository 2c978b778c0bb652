import { expect, it } from 'vitest';
import { printLoads } from '../../../host/load/load-reporter.ts';
import type { LoadReport } from '../../../server/store/store.ts';

it('counts features from 1, as lines', () => {
  const lines: string[] = [];
  const report = {
    dataset: 'wells',
    read: 3,
    loaded: 2,
    repaired: 0,
    repairs: [],
    leftOut: 0,
    seconds: 1,
    rejected: [{ index: 0, name: 'BN-03', reason: 'no-geometry' }],
  } as unknown as LoadReport;
  printLoads((line) => lines.push(line)).loaded(report, { within: undefined, only: [] } as never);
  expect(lines.join()).toContain('1 rejected (feature 1 BN-03: no-geometry)');
});
