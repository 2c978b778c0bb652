/** Loads the shipped atlas for the tests, as a program of its own: it runs from the sources. */
import { loadShipped } from './shipped-store.ts';

await loadShipped();
