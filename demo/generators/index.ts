import type { Generators } from './generator.ts';
import { landGenerators } from './land.ts';
import { peopleGenerators } from './people.ts';

export type { Generated, Generators } from './generator.ts';

/** What makes the layers of the demonstration, by their names. */
export const generators: Generators = { ...peopleGenerators, ...landGenerators };
