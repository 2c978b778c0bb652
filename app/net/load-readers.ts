/** Loads the readers of features and analyses, which the first map does not need. */
export const loadReaders = () => import('./feature-readers.ts');
