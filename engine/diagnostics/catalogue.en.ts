import { ENGLISH_WORDS } from './english-words.en.ts';
import type { Language } from './language.ts';
import { names } from './phrases.en.ts';

/** The messages of every diagnostic in English. */
export const ENGLISH: Language = {
  severity: { error: 'error', warning: 'warning' },
  helpWord: 'Help:',
  notes: {
    'first-defined-here': 'First defined here:',
    'other-bracket': 'This bracket does not match:',
    'opened-here': 'Opened here:',
    neighbour: 'It may belong next to:',
    'drawn-otherwise-here': 'Drawn with other classes here:',
    'named-here': 'The field is named here:',
    'called-here': 'Called here:',
    'parameter-declared-here': 'The parameter is declared here:',
    'default-used-here': 'The default is used here:',
    'missing-here': 'For example here:',
    'circle-closes-here': 'The circle closes here:',
  },
  expansions: (list) => `(For ${names(list)}.)`,
  codes: ENGLISH_WORDS,
};
