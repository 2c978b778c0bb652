/** Key of a feature that was read from text for the number of its line, from 1. */
export const LINE = Symbol('line');
