import type { DownloadJob } from 'atlas-engine/http';

/** A text by locale. */
export type Texts = Readonly<Record<string, string>>;

/** A dataset that the server offers. */
export interface OfferedDataset {
  readonly id: string;
  readonly title: Texts;
  /** The group of the layer list that shows it; null if none does. */
  readonly group: string | null;
  /** Whether not everyone may download it; its files carry the account and the date. */
  readonly restricted: boolean;
  /** The id of its terms of use; null if it has none. */
  readonly terms: string | null;
  /** Whether it may be downloaded over an area that reaches the limit, if it has few objects there. */
  readonly wide: boolean;
  /** The level that it requires; null if the visitor may download it. */
  readonly locked: string | null;
}

/** The state of a job; `gone` is one that the server no longer knows. */
export type JobState = DownloadJob['state'] | 'gone';

/** Why a job failed. */
export type JobFailure = NonNullable<DownloadJob['reason']>;

/** A download that the server prepares, or has prepared. */
export interface Job extends Omit<DownloadJob, 'state' | 'reason' | 'formats'> {
  readonly state: JobState;
  readonly reason: JobFailure;
}

/** What the server answers when the tool opens. */
export interface Offer {
  readonly datasets: readonly OfferedDataset[];
  readonly jobs: readonly Job[];
  /** The version of the data agreement; null if the atlas has none. */
  readonly agreement: string | null;
}
