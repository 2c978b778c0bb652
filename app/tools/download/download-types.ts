import type { DownloadFormat } from 'atlas-engine/runtime';

/** A text by locale. */
export type Texts = Readonly<Record<string, string>>;

/** A dataset that the server offers. */
export interface OfferedDataset {
  readonly id: string;
  readonly title: Texts;
  /** Whether not everyone may download it; its files carry the account and the date. */
  readonly restricted: boolean;
  /** The id of its terms of use; null if it has none. */
  readonly terms: string | null;
  /** The level that it requires; null if the visitor may download it. */
  readonly locked: string | null;
}

/** The state of a job; `gone` is one that the server no longer knows. */
export type JobState = 'waiting' | 'running' | 'done' | 'empty' | 'failed' | 'gone';

/** Why a job failed. */
export type JobFailure = 'forbidden' | 'late' | 'too-much' | 'no-room' | 'server';

/** A download that the server prepares, or has prepared. */
export interface Job {
  readonly id: string;
  readonly state: JobState;
  readonly reason: JobFailure;
  /** Percent. */
  readonly progress: number;
  /** The number of downloads that are prepared before this one. */
  readonly ahead: number;
  /** Bytes of the file; null until the job is done. */
  readonly bytes: number | null;
  /** Square kilometres. */
  readonly size: number;
  readonly datasets: readonly string[];
  /** ISO 8601. */
  readonly created: string;
  readonly expires: string;
  /** Address of the file; null until the job is done. */
  readonly file: string | null;
}

/** What the server answers when the tool opens. */
export interface Offer {
  readonly datasets: readonly OfferedDataset[];
  readonly jobs: readonly Job[];
  /** The version of the data agreement; null if the atlas has none. */
  readonly agreement: string | null;
}

/** What a visitor asks for. */
export interface DownloadOrder {
  /** Well-known text. */
  readonly area: string;
  readonly datasets: readonly string[];
  readonly formats: readonly DownloadFormat[];
  readonly agreement: string | null;
}
