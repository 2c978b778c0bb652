import type { Dataset, Level } from 'atlas-engine';

/** The fields that readers of some levels see of a dataset. */
export interface LevelCut {
  /** Ids of the levels, lowest first. */
  readonly levels: readonly string[];
  /** The places of the fields in the order of declaration. */
  readonly places: readonly number[];
  readonly fields: readonly string[];
}

/**
 * Returns the different cuts of a dataset: what the levels that may view it see of its fields. Levels
 * that see the same fields share a cut.
 */
export function cutsOf(dataset: Dataset, levels: readonly Level[]): LevelCut[] {
  const fields = [...dataset.fields.values()];
  const cuts = new Map<string, { levels: string[]; places: number[]; fields: string[] }>();
  for (const level of levels) {
    if (level.rank < dataset.permission.view.rank) continue;
    const places = fields.flatMap(({ permission }, place) =>
      permission.rank <= level.rank ? [place] : [],
    );
    const cut = cuts.get(places.join()) ?? {
      levels: [],
      places,
      fields: places.map((place) => fields[place]!.name),
    };
    cut.levels.push(level.id);
    cuts.set(places.join(), cut);
  }
  return [...cuts.values()];
}
