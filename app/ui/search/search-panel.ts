/** The part of the search that is loaded when somebody turns to it, as one file. */
export { loadKeywords } from './keywords.ts';
export { loadPlaces } from './find-results.ts';
export { SearchResults } from './search-results.tsx';
