import { describe, expect, it } from 'vitest';
import { LIST_KINDS, SINGLE_KINDS } from '../../../../engine/expand/check-skeleton.ts';
import { LIST_SCHEMAS, schemas, SINGLE_SCHEMAS } from '../../../../schemas/index.ts';

describe('the schemas', () => {
  it('are as many as the kinds of thing a file may hold', () => {
    expect(Object.keys(LIST_SCHEMAS).sort()).toEqual([...LIST_KINDS].sort());
    const alone = ['atlas', 'id', 'title'];
    const singles = SINGLE_KINDS.filter((kind) => !alone.includes(kind));
    expect(Object.keys(SINGLE_SCHEMAS).sort()).toEqual([...singles, 'texts'].sort());
    expect(Object.keys(schemas['atlas-file'].properties).sort()).toEqual(
      [...LIST_KINDS, ...SINGLE_KINDS, 'texts'].sort(),
    );
  });
});
