import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const REFUSES = [
  '--disallow-code-generation-from-strings',
  '--conditions=atlas-source',
  '--import',
  'tsx',
  '--input-type=module',
  '--eval',
];

/** Runs a program with code generation from strings disabled. */
const run = (program: string): string =>
  spawnSync(process.execPath, [...REFUSES, program], { encoding: 'utf8' }).stdout;

it('an atlas is validated without generating code', () => {
  const printed = run(`
    import { loadAtlas } from 'atlas-engine';
    const text = 'atlas: 1\\nid: Not an id\\nregion: { bounds: [1, 2] }';
    const { diagnostics } = loadAtlas({ files: [{ path: 'atlas.yaml', text }], assets: new Set() });
    process.stdout.write(diagnostics.map(({ code }) => code).join(' '));`);
  expect(printed).toContain('bad-format');
  expect(printed).toContain('wrong-length');
});

it('generated code fails in that mode', () => {
  const printed = run(`
    try { Reflect.construct(Function, ['return 1'])(); } catch (error) { process.stdout.write(error.name); }`);
  expect(printed).toBe('EvalError');
});
