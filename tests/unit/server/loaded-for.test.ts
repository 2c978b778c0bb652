import { describe, expect, it } from 'vitest';
import * as loadedFor from '../../../server/access/loaded-for.ts';
import { moduleText, unnoticedMutants } from '../mutants/unnoticed.ts';
import * as dataPart from '../../../server/store/data-part.ts';
import { checkLoadedFor } from './loaded-for-checks.ts';

checkLoadedFor(loadedFor, { describe, it });

describe('the checks of the levels of loaded data', () => {
  it('notice every change of a condition, a comparison, a constant or a call', async () => {
    const modules = [await moduleText('server/access/loaded-for.ts')];
    const { count, unnoticed } = await unnoticedMutants(modules, checkLoadedFor, {
      '../store/data-part.ts': dataPart,
    });
    expect(unnoticed).toEqual([]);
    expect(count).toBeGreaterThan(40);
  });
});
