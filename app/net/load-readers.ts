/** Loads the readers of features, analyses and what is near, which the first map does not need. */
export const loadReaders = () => import('./feature-readers.ts');
