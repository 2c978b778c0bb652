/** The door to the language itself: its JSON Schemas, for editors and other validators. */
export * from '../schemas/index.ts';
