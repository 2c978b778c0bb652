import type { ReactNode } from 'react';
import { markText } from './match-text.ts';

/** A text in which the words of the filter are marked. */
export function Marked({ text, filter }: { text: string; filter: string }): ReactNode {
  if (!filter) return text;
  return markText(text, filter).map((part, index) =>
    part.marked ? <mark key={index}>{part.text}</mark> : part.text,
  );
}
