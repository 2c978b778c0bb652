import {
  present,
  type FieldFilter,
  type FilterField,
  type IndexWordKey,
} from 'atlas-engine/runtime';

/** What a visitor has written into the form of a filter. */
export interface FilterDraft {
  readonly words: string;
  readonly value: string;
  readonly min: string;
  readonly max: string;
}

/** The inputs of the form. */
export type FilterInput = keyof FilterDraft;

/** A message beside an input. */
export interface DraftFault {
  readonly input: FilterInput;
  readonly text: IndexWordKey;
}

const EMPTY: FilterDraft = { words: '', value: '', min: '', max: '' };

/** Returns the draft of an existing filter, or an empty one. */
export function draftOf(filter: FieldFilter | undefined): FilterDraft {
  if (!filter) return EMPTY;
  const { kind: _kind, field: _field, ...texts } = filter;
  return { ...EMPTY, ...texts };
}

/** Returns the filter of a draft, or the fault in it. */
export function readDraft(
  { field, kind }: FilterField,
  { words, value, min, max }: FilterDraft,
): FieldFilter | DraftFault {
  const nothing = (input: FilterInput): DraftFault => ({ input, text: 'criteria.no-value' });
  if (kind === 'words')
    return words.trim() ? { field, kind, words: words.trim() } : nothing('words');
  if (kind === 'value') return value ? { field, kind, value } : nothing('value');
  const read = kind === 'number' ? numberIn : dayIn;
  for (const [input, text] of [
    ['min', min],
    ['max', max],
  ] as const) {
    const isWrong = text.trim() !== '' && read(text) === undefined;
    if (isWrong)
      return { input, text: kind === 'number' ? 'criteria.no-number' : 'criteria.no-day' };
  }
  const ends = { min: read(min), max: read(max) };
  if (ends.min === undefined && ends.max === undefined) return nothing('min');
  if (ends.min !== undefined && ends.max !== undefined && isAfter(kind, ends.min, ends.max))
    return { input: 'max', text: 'criteria.wrong-order' };
  return { field, kind: 'range', ...present(ends) };
}

function isAfter(kind: FilterField['kind'], min: string, max: string): boolean {
  return kind === 'number' ? Number(min) > Number(max) : min > max;
}

/** Reads a number with a decimal point or comma and spaces between thousands: `1 250,5`. */
function numberIn(text: string): string | undefined {
  const plain = text
    .trim()
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(',', '.');
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? String(Number(plain)) : undefined;
}

function dayIn(text: string): string | undefined {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined;
}
