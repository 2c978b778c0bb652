import type { Random } from './random.ts';
import type { Range, Spot } from './spots.ts';

/** A replacement of a range of the file. */
export interface Edit {
  readonly at: Range;
  readonly text: string;
  /** The part of `text` that is the fault; by default all of it. */
  readonly fault?: Range;
}

/** The edits of one file. */
export interface Change {
  readonly edits: readonly Edit[];
  /**
   * The accepted places of the message, in the unchanged file. The default is the edited text. A
   * class of faults only sets these places when the fault is missing text, or two parts that
   * contradict each other.
   */
  readonly places?: readonly Range[];
}

/** A kind of mistake in an atlas. */
export interface FaultClass {
  readonly name: string;
  /** Whether the fault moves a place, so that the data must be profiled again. */
  readonly data?: boolean;
  /** Returns whether a spot can have this fault. It must not depend on the engine's diagnostics. */
  readonly fits: (spot: Spot, words: ReadonlySet<string>) => boolean;
  /**
   * Returns the change for a spot; null if the random choice does not change the meaning of the
   * file.
   */
  readonly change: (spot: Spot, random: Random, words: ReadonlySet<string>) => Change | null;
}

/** An applied change: the new text, and the place of the fault in it. */
export interface Fault {
  readonly kind: FaultClass;
  readonly file: string;
  readonly text: string;
  readonly places: readonly Range[];
  /** The changed lines, for the output of a failed test. */
  readonly shown: string;
}

/** Replaces a range with `text`. */
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
      // A place that ends where an edit begins excludes the edit; a place that begins there
      // includes it.
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
