import { readFileSync } from 'node:fs';
import { transformWithOxc } from 'vite';
import { describe, expect, it } from 'vitest';
import * as policies from '../../../server/policies.ts';
import { mutantsOf } from './mutate.ts';
import { checkPolicies, type Policies } from './policy-checks.ts';

checkPolicies(policies, { describe, it });

const POLICIES = new URL('../../../server/policies.ts', import.meta.url);

/** Imports a program that imports nothing itself. */
async function importText(code: string): Promise<Policies> {
  return (await import(
    /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  )) as Policies;
}

/** The sentence of the first check that fails, or null when none notices. */
function noticedBy(module: Policies): string | null {
  const checks: [string, () => void][] = [];
  checkPolicies(module, {
    describe: (_subject, make) => make(),
    it: (sentence, check) => checks.push([sentence, check]),
  });
  for (const [sentence, check] of checks) {
    try {
      check();
    } catch {
      return sentence;
    }
  }
  return null;
}

describe('the checks of the policies', () => {
  it('notice every change of a condition, a comparison, a constant or an early return', async () => {
    const text = readFileSync(POLICIES, 'utf8');
    const { code } = await transformWithOxc(text, 'policies.ts');
    // The program itself passes them.
    expect(noticedBy(await importText(code))).toBeNull();
    const mutants = mutantsOf(code);
    expect(mutants.length).toBeGreaterThan(60);
    const unnoticed: string[] = [];
    for (const { name, code: changed } of mutants) {
      const line = changed.split('\n')[Number(name.split(':', 1)[0]) - 1]!.trim();
      if (noticedBy(await importText(changed)) === null) unnoticed.push(`${name}: ${line}`);
    }
    expect(unnoticed).toEqual([]);
  });
});
