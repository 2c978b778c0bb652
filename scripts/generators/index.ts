import type { Generators } from './generator.ts';
import { landGenerators } from './land.ts';
import { peopleGenerators } from './people.ts';

export type { Generated } from './generator.ts';

/** The generators that `load: { generate: NAME }` of a dataset names. */
export const generators: Generators = { ...peopleGenerators, ...landGenerators };
