import type { Level } from '../model/model.ts';

/** Compares who has a rank in two lists of levels, by the ids of the levels. */
export class Audience {
  private readonly old: readonly Level[];
  private readonly now: readonly Level[];

  constructor(old: readonly Level[], now: readonly Level[]) {
    this.old = old;
    this.now = now;
  }

  /** Returns whether people have a door now that they did not have. */
  hasNew(before: number, after: number): boolean {
    return this.winner(before, after) !== undefined;
  }

  /** Returns whether people had a door that they no longer have. */
  hasLost(before: number, after: number): boolean {
    return this.loser(before, after) !== undefined;
  }

  before = (rank: number): string => who(this.old[rank]);
  after = (rank: number): string => who(this.now[rank]);

  /** Returns the lowest level that has a door now and did not have it, in words. */
  winners(before: number, after: number): string {
    return who(this.winner(before, after));
  }

  /** Returns the lowest level that had a door and no longer has it, in words. */
  losers(before: number, after: number): string {
    return who(this.loser(before, after));
  }

  private winner(before: number, after: number): Level | undefined {
    return this.now.find(({ rank }) => rank >= after && this.rankBefore(rank) < before);
  }

  private loser(before: number, after: number): Level | undefined {
    return this.old.find(({ id, rank }) => {
      const now = this.now.find((level) => level.id === id);
      return rank >= before && (now === undefined ? after > 0 : now.rank < after);
    });
  }

  /** A new level had what the next lower one had. */
  private rankBefore(rank: number): number {
    for (let lower = rank; lower >= 0; lower--) {
      const known = this.old.find(({ id }) => id === this.now[lower]?.id);
      if (known) return known.rank;
    }
    return 0;
  }
}

function who(level: Level | undefined): string {
  if (level?.rank === 0) return 'everyone';
  return level ? `people with the level \`${level.id}\`` : 'nobody';
}
