import type { Random } from './random.ts';
import type { Range, Spot } from './spots.ts';

/** A text that takes the place of a range of the file. */
export interface Edit {
  readonly at: Range;
  readonly text: string;
  /** The part of `text` that is the fault; all of it when left out. */
  readonly fault?: Range;
}

/** What is done to one file. */
export interface Change {
  readonly edits: readonly Edit[];
  /**
   * Places that count as the fault itself, in the unchanged file; without them it is what the edits
   * write. A class states them only where the fault is two things that do not fit, or is missing.
   */
  readonly places?: readonly Range[];
}

/** A way to get an atlas wrong. */
export interface FaultClass {
  readonly name: string;
  /** Whether the places are data to be held against the region: then the data are looked at again. */
  readonly data?: boolean;
  /** Whether a spot can be got wrong so. It must not look at what the engine says. */
  readonly fits: (spot: Spot, words: ReadonlySet<string>) => boolean;
  /** Null where the chosen way leaves the meaning as it was. */
  readonly change: (spot: Spot, random: Random, words: ReadonlySet<string>) => Change | null;
}

/** A change as made: the new text, and where the fault is in it. */
export interface Fault {
  readonly kind: FaultClass;
  readonly file: string;
  readonly text: string;
  readonly places: readonly Range[];
  /** The changed lines, for people. */
  readonly shown: string;
}

/** One edit that puts `text` into the place of a range. */
export function replace(at: Range, text: string): Change {
  return { edits: [{ at, text }] };
}

/** Applies a change to the file of a spot. */
export function makeFault(kind: FaultClass, { file }: Spot, change: Change): Fault {
  const edits = [...change.edits].sort((a, b) => a.at[0] - b.at[0]);
  let text = '';
  let from = 0;
  const written: Range[] = [];
  for (const { at, text: put, fault = [0, put.length] } of edits) {
    text += file.text.slice(from, at[0]);
    written.push([text.length + fault[0], text.length + fault[1]]);
    text += put;
    [, from] = at;
  }
  text += file.text.slice(from);
  const moved = (offset: number, side: 'start' | 'end'): number => {
    let shift = 0;
    for (const { at, text: put } of edits) {
      // A place that ends where an edit begins keeps out of it; one that begins there takes it in.
      if (at[1] < offset || (at[1] === offset && (side === 'end' || at[0] < at[1])))
        shift += put.length - (at[1] - at[0]);
      else if (at[0] < offset) shift += at[0] - offset + (side === 'end' ? put.length : 0);
    }
    return offset + shift;
  };
  const places =
    change.places?.map(([a, b]): Range => [
      moved(a, 'start'),
      Math.max(moved(b, 'end'), moved(a, 'start')),
    ]) ?? written;
  const [first] = written;
  const start = text.lastIndexOf('\n', first![0] - 1) + 1;
  const end = text.indexOf('\n', first![1]);
  const shown = text.slice(start, end < 0 ? text.length : end);
  return { kind, file: file.path, text, places, shown };
}
