/** Key under which a feature that was read from a text has the number of its line, from 1. */
export const LINE = Symbol('line');
