import { expect, it } from 'vitest';
import { dropNotes } from '../../../../engine/parse/drop-notes.ts';

it('notes are removed at every depth, and texts that begin like one remain', () => {
  const value = { 'x-a': 1, b: { 'x-c': { d: 2 }, e: [{ 'x-f': 3, g: 'x-h' }, 'x-i'] } };
  dropNotes(value);
  expect(value).toEqual({ b: { e: [{ g: 'x-h' }, 'x-i'] } });
});
