import type { CompiledForm } from 'atlas-engine/runtime';
import { describe, expect, it } from 'vitest';
import { withoutHeldLevels } from '../../../../app/screens/account/held-levels.ts';

const LEVELS = ['level-0', 'level-1', 'level-2', 'level-3'].map((id) => ({ id }));

const form: CompiledForm = {
  id: 'access-request',
  title: 'Request access',
  schema: {
    type: 'object',
    required: ['level'],
    properties: {
      level: { type: 'string', title: 'Data', enum: ['level-1', 'level-2'] },
      reason: { type: 'string', title: 'Purpose' },
    },
    additionalProperties: false,
  },
  ui: {
    level: { widget: 'choice', labels: ['Livelihoods', 'Tenure'] },
    reason: { widget: 'text' },
  },
};

const optionsFor = (...groups: string[]) => {
  const left = withoutHeldLevels(form, LEVELS, groups);
  const level = left?.schema.properties['level'];
  return level?.type === 'string' ? [level.enum, left!.ui['level']!.labels] : null;
};

describe('the form for access', () => {
  it('offers all levels to an account without one', () => {
    expect(optionsFor()).toEqual([
      ['level-1', 'level-2'],
      ['Livelihoods', 'Tenure'],
    ]);
    expect(optionsFor('operator')).toEqual(optionsFor());
  });

  it('does not offer a level that the account has, or one below it', () => {
    expect(optionsFor('level-1')).toEqual([['level-2'], ['Tenure']]);
    expect(optionsFor('level-2')).toBeNull();
    expect(optionsFor('level-1', 'level-3')).toBeNull();
  });

  it('is not changed without a choice of levels', () => {
    const { level: _, ...properties } = form.schema.properties;
    const plain = { ...form, schema: { ...form.schema, properties } };
    expect(withoutHeldLevels(plain, LEVELS, ['level-3'])).toBe(plain);
  });
});
