import { ENTRY_FAULTS } from './entry-faults.ts';
import type { FaultClass } from './fault.ts';
import { KEY_FAULTS } from './key-faults.ts';
import { NAME_FAULTS, WORD_FAULTS } from './name-faults.ts';
import { PLACE_FAULTS } from './place-faults.ts';
import { SYNTAX_FAULTS } from './syntax-faults.ts';
import { VALUE_FAULTS } from './value-faults.ts';

/** All classes of faults. */
export const FAULT_CLASSES: readonly FaultClass[] = [
  ...NAME_FAULTS,
  ...WORD_FAULTS,
  ...KEY_FAULTS,
  ...VALUE_FAULTS,
  ...ENTRY_FAULTS,
  ...PLACE_FAULTS,
  ...SYNTAX_FAULTS,
];
