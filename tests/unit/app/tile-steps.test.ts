import { describe, expect, it } from 'vitest';
import { tileSteps, type Step } from '../../../app/map/tile-steps.ts';

const layer = (type: string, paint: Readonly<Record<string, unknown>> = {}) => ({
  type,
  getPaintProperty: (name: string) => paint[name],
});
const AREA = [layer('fill')];
const NAME = [layer('symbol')];
const PARTS = { featureIndex: 'index', glyphAtlasImage: 'letters', imageAtlas: 'icons' };

/** Returns what a step reads of some families. */
function read(families: readonly (typeof AREA)[], step?: Step) {
  const steps = tileSteps({ lands: families }, step);
  const own = families.filter((family) => !steps.isOther(family));
  for (const family of families) if (steps.isOther(family)) steps.leave(family);
  return { own, result: steps.result(PARTS) };
}

describe('a tile', () => {
  it('is read at once without a step', () => {
    expect(read([AREA, NAME])).toEqual({ own: [AREA, NAME], result: PARTS });
  });

  it('has its geometry in the first step, and its names in the second, with what they need', () => {
    expect(read([AREA, NAME], 'first')).toEqual({
      own: [AREA],
      result: { featureIndex: 'index', hasSecondStep: true },
    });
    expect(read([AREA, NAME], 'second')).toEqual({
      own: [NAME],
      result: { glyphAtlasImage: 'letters', imageAtlas: 'icons', isSecondStep: true },
    });
  });

  it('has no second step without names', () => {
    const { own, result } = read([AREA], 'first');
    expect([own, result.hasSecondStep]).toEqual([[AREA], false]);
  });

  it.each(['fill', 'line', 'fill-extrusion'])('with a pattern of a %s has no steps', (type) => {
    const hatched = [layer(type, { [`${type}-pattern`]: 'hatch' })];
    for (const step of ['first', 'second'] as const)
      expect(read([hatched, NAME], step)).toEqual({ own: [hatched, NAME], result: PARTS });
    expect(read([[layer(type)], NAME], 'first').own).toHaveLength(1);
  });
});
