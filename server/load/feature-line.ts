/** The key under which a feature stores the number of its line in the file, from 1. */
export const LINE = Symbol('line');
