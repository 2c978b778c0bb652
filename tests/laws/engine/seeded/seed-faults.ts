import type { SourceFile } from 'atlas-engine';
import { FAULT_CLASSES } from './classes.ts';
import { makeFault, type Fault } from './fault.ts';
import { seeded } from './random.ts';
import { spotsOf, textOf, type Spot } from './spots.ts';

/** Every key and value of the files: a slip that gives one of them may mean something. */
function wordsOf(spots: readonly Spot[]): ReadonlySet<string> {
  return new Set(spots.flatMap((spot) => [spot.key?.name ?? [], textOf(spot)].flat()));
}

/** Faults in the files, one class after the other, each at a place that the seed chooses; never the same twice. */
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
    if (places.length === 0) throw new Error(`Nothing in the atlas can have: ${kind.name}`);
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
