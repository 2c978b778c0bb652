import type { Generators } from './generator.ts';
import { landGenerators } from './land.ts';
import { peopleGenerators } from './people.ts';

export type { Generated, Generators } from './generator.ts';

/** The generators of all demonstration layers, by the name of the layer. */
export const generators: Generators = { ...peopleGenerators, ...landGenerators };
