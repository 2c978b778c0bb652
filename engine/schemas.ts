/** The entry point for the JSON Schemas of the language, for editors and other validators. */
export * from '../schemas/index.ts';
