import { describe, expect, it } from 'vitest';
import { newAnswers, noteSeenAnswers } from '../../../../app/account/seen-answers.ts';

/** A storage that begins with a text. */
function storageOf(text: string | null): () => Storage {
  let kept = text;
  const storage = { getItem: () => kept, setItem: (_: string, next: string) => void (kept = next) };
  return () => storage as unknown as Storage;
}

const answered = (id: number) => ({ id, answer: 'Thank you.' });

describe('an answer to a message', () => {
  it('is new until it was seen in this browser', () => {
    const storage = storageOf(null);
    const open = { id: 1, answer: '' };
    expect(newAnswers([open, answered(2)], storage)).toEqual([answered(2)]);
    noteSeenAnswers([open, answered(2)], storage);
    expect(newAnswers([answered(1), answered(2)], storage)).toEqual([answered(1)]);
    noteSeenAnswers([answered(1)], storage);
    expect(newAnswers([answered(1), answered(2)], storage)).toEqual([]);
  });

  it('is new where the storage is damaged, and never where it is forbidden', () => {
    for (const text of ['', '{', '{}', 'null'])
      expect([text, newAnswers([answered(1)], storageOf(text))]).toEqual([text, [answered(1)]]);
    const forbidden = (): Storage => {
      throw new Error('forbidden');
    };
    expect(newAnswers([answered(1)], forbidden)).toEqual([]);
    expect(() => noteSeenAnswers([answered(1)], forbidden)).not.toThrow();
  });
});
