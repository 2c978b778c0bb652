import { describe, expect, it } from 'vitest';
import * as tool from '../../../../engine/bundle/tool.ts';
import * as compileAccess from '../../../../engine/compile/server-access.ts';
import * as fileUses from '../../../../engine/compile/file-uses.ts';
import * as guardedFiles from '../../../../engine/compile/guarded-files.ts';
import * as projectRank from '../../../../engine/compile/project-rank.ts';
import * as properties from '../../../../engine/values/properties.ts';
import * as valueTree from '../../../../engine/values/value-tree.ts';
import { moduleText, unnoticedMutants } from '../../mutants/unnoticed.ts';
import { checkAccess } from './access-checks.ts';

checkAccess({ ...compileAccess, ...fileUses, ...guardedFiles, ...projectRank }, { describe, it });

describe('the access checks', () => {
  it('detect every mutation of a condition, constant, text or list', async () => {
    const modules = [
      await moduleText('engine/model/listed-from.ts', '../model/listed-from.ts'),
      await moduleText('engine/compile/project-rank.ts'),
      await moduleText('engine/compile/guarded-files.ts'),
      await moduleText('engine/compile/picture-uses.ts'),
      await moduleText('engine/compile/file-uses.ts'),
      await moduleText('engine/compile/server-access.ts'),
    ];
    const { count, unnoticed } = await unnoticedMutants(modules, checkAccess, {
      '../bundle/tool.ts': { ...tool },
      '../values/properties.ts': { ...properties },
      '../values/value-tree.ts': { ...valueTree },
    });
    expect(unnoticed).toEqual([]);
    expect(count).toBeGreaterThan(170);
  });
});
