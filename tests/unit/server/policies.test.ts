import { describe, expect, it } from 'vitest';
import * as policies from '../../../server/access/policies.ts';
import * as sight from '../../../server/access/sight.ts';
import { moduleText, unnoticedMutants } from '../mutants/unnoticed.ts';
import { checkPolicies } from './policy-checks.ts';

checkPolicies(policies, { describe, it });

describe('the checks of the policies', () => {
  it('notice every change of a condition, a comparison, a constant or an early return', async () => {
    const modules = [await moduleText('server/access/policies.ts')];
    const { count, unnoticed } = await unnoticedMutants(modules, checkPolicies, {
      './sight.ts': sight,
    });
    expect(unnoticed).toEqual([]);
    expect(count).toBeGreaterThan(90);
  });
});
