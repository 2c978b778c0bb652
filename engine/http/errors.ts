/** Answers to requests that fail. */
import * as shape from './shape.ts';
import { described, list, object, optional, text } from './shape.ts';

export const errorAnswer = object({
  code: optional(described(text, 'Under `/ogc`, the name of its standard for the id.')),
  description: optional(described(text, 'Under `/ogc`: detail or message.')),
  error: object({
    id: described(text, 'Permanent; for programs.'),
    message: text,
    detail: optional(described(text, 'What is wrong and how to fix it.')),
  }),
});

/** What the routes of accounts answer: a sentence under `detail`, or sentences by field. */
export const refusalAnswer = shape.record(shape.either(text, list(text)));

export type ErrorAnswer = shape.ValueOf<typeof errorAnswer>;
