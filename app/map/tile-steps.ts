/**
 * Part of the map's worker (see scripts/change-maplibre.ts). A tile with names is read in two steps:
 * first everything else, then the names and icons, which wait for their fonts and pictures. No layer
 * is read in both.
 */

/** The parts of a layer of MapLibre that are used here. */
interface Layer {
  readonly type: string;
  readonly getPaintProperty: (name: string) => unknown;
}

/** Layers that are laid out together. */
type Family = readonly Layer[];

export type Step = 'first' | 'second';

/** What waits for fonts and pictures, and what is needed to find features. */
interface Parts {
  readonly featureIndex: unknown;
  readonly glyphAtlasImage: unknown;
  readonly imageAtlas: unknown;
}

export interface TileSteps {
  /** Returns whether a family belongs to the other step. */
  readonly isOther: (family: Family) => boolean;
  /** Records that a visible family is left to the other step. */
  readonly leave: (family: Family) => void;
  readonly result: (parts: Parts) => Partial<Parts> & {
    readonly hasSecondStep?: boolean;
    readonly isSecondStep?: boolean;
  };
}

/** Types of layers that can have a pattern. */
const PATTERNED: ReadonlySet<string> = new Set(['fill', 'fill-extrusion', 'line']);

/**
 * Returns what a step reads. Without a step, everything is read at once; also where an area or a line
 * has a pattern, because a tile has its patterns and icons in one picture.
 */
export function tileSteps(
  families: Readonly<Record<string, readonly Family[]>>,
  step: Step | undefined,
): TileSteps {
  const isSplit = step !== undefined && !Object.values(families).flat(2).some(hasPattern);
  let isLeft = false;
  return {
    isOther: ([layer]) => isSplit && (layer?.type === 'symbol') === (step === 'first'),
    leave: () => {
      isLeft = true;
    },
    result: (parts) => {
      if (!isSplit) return parts;
      if (step === 'first') return { featureIndex: parts.featureIndex, hasSecondStep: isLeft };
      const { featureIndex: _, ...own } = parts;
      return { ...own, isSecondStep: true };
    },
  };
}

function hasPattern(layer: Layer): boolean {
  const { type } = layer;
  return PATTERNED.has(type) && layer.getPaintProperty(`${type}-pattern`) !== undefined;
}
