import type { Text } from './texts.ts';

/** What people may agree to. `view` includes popups and search. */
export type ConsentUse = 'view' | 'analyse' | 'download' | 'embed' | 'publish';

/** A Traditional Knowledge or Biocultural Label of Local Contexts, in the words of a community. */
export interface CommunityLabel {
  readonly kind: string;
  readonly text: string;
  /** A BCP 47 code. */
  readonly language: string;
  /** The id of the project in the Local Contexts Hub. */
  readonly project?: string;
}

/** The consent to show a dataset. */
export interface Consent {
  readonly by: Text;
  /** The day of the consent, `YYYY-MM-DD`. */
  readonly on: string;
  /** The last day; without it, the consent has no end. */
  readonly until?: string;
  /** The first millisecond after the last day, in the time zone of the region. */
  readonly ends?: number;
  readonly document?: string;
  readonly uses: ReadonlySet<ConsentUse>;
  readonly labels: readonly CommunityLabel[];
  /** The day on which it was withdrawn. */
  readonly withdrawn?: string;
}

/** What decides which consents have ended: the time, and the withdrawals. */
export interface ConsentState {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** When the consent to a dataset was withdrawn, by dataset id. */
  readonly withdrawn: ReadonlyMap<string, number>;
}
