import { describe, expect, it } from 'vitest';
import * as strictFields from '../../../../engine/model/strict-fields.ts';
import * as context from '../../../../engine/resolve/context.ts';
import * as fieldsRead from '../../../../engine/values/fields-read.ts';
import * as resolveAccess from '../../../../engine/resolve/data/resolve-access.ts';
import * as valueTree from '../../../../engine/values/value-tree.ts';
import { moduleText, unnoticedMutants } from '../../mutants/unnoticed.ts';
import { checkLevels } from './level-checks.ts';

checkLevels({ ...resolveAccess, ...fieldsRead }, { describe, it });

describe('the checks of levels', () => {
  it('detect every mutation of a condition, constant, text or list', async () => {
    const modules = [
      await moduleText('engine/values/fields-read.ts', '../../values/fields-read.ts'),
      await moduleText('engine/resolve/data/resolve-access.ts'),
    ];
    const { count, unnoticed } = await unnoticedMutants(modules, checkLevels, {
      '../context.ts': { ...context },
      '../../model/strict-fields.ts': { ...strictFields },
      './value-tree.ts': { ...valueTree },
    });
    expect(unnoticed).toEqual([]);
    expect(count).toBeGreaterThan(150);
  });
});
