import { describe, expect, it } from 'vitest';
import { MeasureStore } from '../../../app/tools/measure/measure-store.ts';

describe('a measurement', () => {
  it('goes from its corners to the pointer until it is finished', () => {
    const measure = new MeasureStore();
    measure.point([1, 1]);
    expect(measure.outline).toEqual([]);
    measure.add([0, 0]);
    expect(measure.outline).toEqual([
      [0, 0],
      [1, 1],
    ]);
    measure.add([0, 2]);
    measure.finish();
    expect(measure.outline).toEqual(measure.corners);
  });

  it('has only its corners while no mouse is on the map', () => {
    const measure = new MeasureStore();
    measure.add([0, 0]);
    measure.point(null);
    expect(measure.outline).toEqual([[0, 0]]);
  });
});
