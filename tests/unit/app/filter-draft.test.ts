import type { FilterField } from 'atlas-engine/runtime';
import { describe, expect, it } from 'vitest';
import { draftOf, readDraft } from '../../../app/ui/layers/filter-draft.ts';

const empty = draftOf(undefined);
const number: FilterField = { field: 'boats', label: 'Boats', kind: 'number' };
const date: FilterField = { field: 'founded', label: 'Founded', kind: 'date' };

describe('the form of a filter', () => {
  it('reads numbers as people write them', () => {
    for (const text of ['1250.5', '1 250,5', '1\u202f250,5', ' 1250.5 '])
      expect(readDraft(number, { ...empty, min: text })).toEqual({
        field: 'boats',
        kind: 'range',
        min: '1250.5',
      });
  });

  it('names the input of a fault', () => {
    expect(readDraft(number, empty)).toEqual({ input: 'min', text: 'criteria.no-value' });
    expect(readDraft(number, { ...empty, max: 'many' })).toEqual({
      input: 'max',
      text: 'criteria.no-number',
    });
    // As numbers: as text, 10 would be before 9.
    expect(readDraft(number, { ...empty, min: '9', max: '10' })).toHaveProperty('kind', 'range');
    expect(readDraft(number, { ...empty, min: '10', max: '9' })).toEqual({
      input: 'max',
      text: 'criteria.wrong-order',
    });
    expect(readDraft(date, { ...empty, min: '2024' })).toEqual({
      input: 'min',
      text: 'criteria.no-day',
    });
    expect(readDraft(date, { ...empty, min: '2024-02-01', max: '2023-12-31' })).toEqual({
      input: 'max',
      text: 'criteria.wrong-order',
    });
  });

  it('shows an existing filter again', () => {
    const filter = { field: 'boats', kind: 'range', min: '5' } as const;
    expect(readDraft(number, draftOf(filter))).toEqual(filter);
  });
});
