import type { SourceFile } from 'atlas-engine';
import { FAULT_CLASSES } from './classes.ts';
import { makeFault, type Fault } from './fault.ts';
import { seeded } from './random.ts';
import { spotsOf, textOf, type Spot } from './spots.ts';

/**
 * Returns every key and value of the files, because a typing mistake must not give another valid
 * name.
 */
function wordsOf(spots: readonly Spot[]): ReadonlySet<string> {
  return new Set(spots.flatMap((spot) => [spot.key?.name ?? [], textOf(spot)].flat()));
}

/**
 * Returns different faults in the files, cycling through the classes; the seed chooses the places.
 */
export function seedFaults(files: readonly SourceFile[], count: number, seed: number): Fault[] {
  const random = seeded(seed);
  const yaml = files.filter(({ path }) => path.endsWith('.yaml'));
  const spots = yaml.flatMap(spotsOf);
  const words = wordsOf(spots);
  const fitting = FAULT_CLASSES.map((kind) => spots.filter((spot) => kind.fits(spot, words)));
  const faults: Fault[] = [];
  const seen = new Set<string>();
  for (let i = 0; faults.length < count; i++) {
    if (i > count * 20) throw new Error(`Only ${faults.length} different faults can be seeded`);
    const kind = FAULT_CLASSES[i % FAULT_CLASSES.length]!;
    const places = fitting[i % FAULT_CLASSES.length]!;
    if (places.length === 0) throw new Error(`No spot in the atlas fits the fault: ${kind.name}`);
    const spot = random.pick(places);
    const change = kind.change(spot, random, words);
    if (!change) continue;
    const fault = makeFault(kind, spot, change);
    const known = `${fault.file}\n${fault.text}`;
    if (seen.has(known)) continue;
    seen.add(known);
    faults.push(fault);
  }
  return faults;
}
