import { describe, expect, it } from 'vitest';
import * as scope from '../../../server/access/scope.ts';
import * as repair from '../../../server/geometry/repair.ts';
import * as openPlaces from '../../../server/snapshot/open-places.ts';
import { moduleText, unnoticedMutants } from '../mutants/unnoticed.ts';
import { checkOpenPlaces } from './open-places-checks.ts';

checkOpenPlaces(openPlaces, { describe, it });

describe('the checks of the places of grants', () => {
  it('notice every change of a condition, a comparison, a constant or a list', async () => {
    const modules = [await moduleText('server/snapshot/open-places.ts')];
    const { count, unnoticed } = await unnoticedMutants(modules, checkOpenPlaces, {
      '../access/scope.ts': scope,
      '../geometry/repair.ts': repair,
    });
    expect(unnoticed).toEqual([]);
    expect(count).toBeGreaterThan(60);
  });
});
