/** A download: files of several datasets for an area, which a job prepares for one account. */

import type { DownloadJob } from 'atlas-engine/http';
import type { DownloadFormat } from 'atlas-engine/runtime';

/** What an account has asked for. */
export interface DownloadRequest {
  /** The area as well-known text, in degrees. */
  readonly area: string;
  /** The area of the polygon on the ellipsoid in square kilometres. */
  readonly size: number;
  /** Ids of datasets, without duplicates. */
  readonly datasets: readonly string[];
  readonly formats: readonly DownloadFormat[];
  /** The version of the data agreement that was accepted; null if there is none. */
  readonly agreement: string | null;
  /** The language of the spreadsheets; absent in jobs of an earlier version. */
  readonly locale?: string;
}

/**
 * Returns whether a download is one spreadsheet, which has its sources and terms in it, so that it is not
 * packed into a zip.
 */
export function isOneSheet({
  datasets,
  formats,
}: {
  readonly datasets: readonly unknown[];
  readonly formats: readonly DownloadFormat[];
}): boolean {
  return datasets.length === 1 && formats.length === 1 && formats[0] === 'xlsx';
}

/** Returns the name of a file of a dataset without its ending. That of restricted data has the account and the day. */
export function nameOfFile(
  { dataset, rank }: Pick<FileCut, 'dataset' | 'rank'>,
  { username, day }: { readonly username: string; readonly day: string },
): string {
  return rank === 0 ? dataset : `${dataset}_${username.replaceAll(/[^A-Za-z0-9]+/g, '-')}_${day}`;
}

/**
 * The state of a job. `empty`: no dataset has a feature in the area. A job that is `failed` has a
 * reason.
 */
export type DownloadState = DownloadJob['state'];

/**
 * Why a job failed. `forbidden`: the account lost a permission. `late`: it took too long.
 * `too-much`: the files would be too large. `no-room`: the disk of the server is full. `server`:
 * anything else.
 */
export type FailureReason = NonNullable<DownloadJob['reason']>;

/** A dataset in the files, with the fields that they contain. */
export interface FileCut {
  readonly dataset: string;
  readonly fields: readonly string[];
  /** The rank that the dataset and these fields require; 0 is everyone. */
  readonly rank: number;
  /** The part of the dataset that the grants of the account opened; absent for the whole. */
  readonly excerpt?: string;
}

export interface NewDownload {
  /** A random name of 128 bits. */
  readonly id: string;
  readonly account: number;
  readonly request: DownloadRequest;
  /** Milliseconds since 1970, as all times. */
  readonly created: number;
  /** The job and its file are removed at this time. */
  readonly expires: number;
}

export interface Download extends NewDownload {
  readonly state: DownloadState;
  readonly reason: FailureReason | null;
  /** What the file contains; empty until the job is done. */
  readonly cuts: readonly FileCut[];
  /** The size of the file; null until the job is done. */
  readonly bytes: number | null;
}

/** The end of a job. */
export type DownloadEnd =
  | { readonly state: 'done'; readonly cuts: readonly FileCut[]; readonly bytes: number }
  | { readonly state: 'empty' }
  | { readonly state: 'failed'; readonly reason: FailureReason };
