import { describe, expect, it } from 'vitest';
import * as present from '../../../engine/basics/present.ts';
import * as applyGrants from '../../../engine/model/apply-grants.ts';
import * as replaceDatasets from '../../../engine/model/replace-datasets.ts';
import { moduleText, unnoticedMutants } from '../mutants/unnoticed.ts';
import { checkGrants } from './grants-checks.ts';

checkGrants(applyGrants, { describe, it });

describe('the checks of grants in places', () => {
  it('notice every change of a condition, a comparison, a constant or a list', async () => {
    const modules = [await moduleText('engine/model/apply-grants.ts')];
    const { count, unnoticed } = await unnoticedMutants(modules, checkGrants, {
      '../basics/present.ts': present,
      './replace-datasets.ts': replaceDatasets,
    });
    expect(unnoticed).toEqual([]);
    expect(count).toBeGreaterThan(40);
  });
});
