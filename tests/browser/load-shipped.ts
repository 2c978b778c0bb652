/**
 * Loads the shipped atlas for the tests. It is a separate program because it runs from the sources.
 */
import { loadShipped } from './shipped-store.ts';

await loadShipped();
