import { makeAutoObservable, observableRef } from 'mobx';

/** The kinds of results, in the order in which they are shown. */
export const RESULT_KINDS = ['go', 'project', 'group', 'place', 'feature'] as const;

export type ResultKind = (typeof RESULT_KINDS)[number];

/** One result of the search box. */
export interface SearchResult {
  readonly kind: ResultKind;
  /** Unique among the results. */
  readonly key: string;
  readonly title: string;
  readonly context?: string;
  /** Whether the visitor may not open it. */
  readonly locked?: true;
  /** A row that changes the list: the word of its text, in which its title is inserted. */
  readonly lists?: 'whole' | 'more' | 'back';
  /** Shows the result on the map. */
  readonly run: () => void;
}

/**
 * `similar`: nothing has the name, and the results have similar names. `offline`: the results are
 * only those that the page itself has.
 */
export type SearchState = 'idle' | 'loading' | 'done' | 'similar' | 'offline';

/** The dataset whose features alone are listed. */
export interface SearchScope {
  readonly dataset: string;
  /** The name of the rows. */
  readonly name: string;
  /** The number of features that are listed already. */
  readonly offset: number;
}

/** Returns the first of some keywords, separated by commas, that a text finds. */
type MatchKeyword = (words: string, text: string) => string | undefined;

/** The search box: its text, its results, and which one the keyboard has reached. */
export class SearchStore {
  text = '';
  isOpen = false;
  state: SearchState = 'idle';
  results: readonly SearchResult[] = [];
  /** The index of the active result; -1 when there is none. */
  active = -1;
  /** Null while everything is searched. */
  scope: SearchScope | null = null;
  /** The keywords of groups, separated by commas; empty until they are loaded. */
  keywords: ReadonlyMap<string, string> = new Map();
  /** Whether the first result is chosen as soon as there is one. */
  isWaiting = false;
  /** Increases with each retry. */
  attempt = 0;

  private match: MatchKeyword = () => undefined;

  constructor() {
    makeAutoObservable<this, 'match'>(
      this,
      {
        results: observableRef,
        scope: observableRef,
        keywords: observableRef,
        match: observableRef,
        keywordOf: false,
      },
      { autoBind: true },
    );
  }

  /** Takes the keywords, and the function that finds one. Both are loaded when they are needed. */
  learn(keywords: ReadonlyMap<string, string>, match: MatchKeyword): void {
    this.keywords = keywords;
    this.match = match;
  }

  /** Returns the first keyword of a group that a text finds; undefined without one. */
  keywordOf(group: string, text: string): string | undefined {
    const words = this.keywords.get(group);
    return words === undefined ? undefined : this.match(words, text);
  }

  setText(text: string): void {
    this.text = text;
    this.scope = null;
    this.isWaiting = false;
    this.isOpen = text.trim() !== '';
    if (this.isOpen) this.state = 'loading';
    else this.show([], 'idle');
  }

  show(results: readonly SearchResult[], state: SearchState): void {
    this.results = results;
    this.state = state;
    this.active = -1;
    if (this.isWaiting && state !== 'loading') {
      this.isWaiting = false;
      // A name that only resembles the text is not what was asked for.
      if (state !== 'similar') this.choose();
    }
  }

  /** Lists the features of one dataset, or everything again. */
  list(scope: SearchScope | null): void {
    this.scope = scope;
    this.state = 'loading';
  }

  retry(): void {
    this.state = 'loading';
    this.attempt += 1;
  }

  open(): void {
    this.isOpen = this.text.trim() !== '';
  }

  close(): void {
    this.isOpen = false;
    this.isWaiting = false;
    this.active = -1;
  }

  /** Moves to the next (1) or the previous (-1) result, past the ends to the other one. */
  move(by: 1 | -1): void {
    const count = this.results.length;
    if (count === 0) return;
    this.isOpen = true;
    const from = this.active < 0 && by < 0 ? 0 : this.active;
    this.active = (from + by + count) % count;
  }

  /**
   * Chooses a result: the given one, or the active one, or the first. While the results are being
   * loaded, the first is chosen when they arrive.
   */
  choose(given?: SearchResult): void {
    // Until the new results arrive, those of the text before are shown.
    if (!given && this.state === 'loading') {
      this.isWaiting = true;
      return;
    }
    const result = given ?? this.results[Math.max(0, this.active)];
    if (!result) return;
    if (result.lists) {
      result.run();
      return;
    }
    this.text = result.title;
    this.close();
    result.run();
  }
}
