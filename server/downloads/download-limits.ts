/** What one account and all accounts together may use. */
export interface DownloadLimits {
  /** Jobs of an account that wait or run. */
  readonly unfinished: number;
  /** Jobs of an account that are kept; the oldest finished one is removed for a new one. */
  readonly kept: number;
  /** Milliseconds that a job may take. */
  readonly time: number;
  /** Milliseconds after which a job and its file are removed. */
  readonly lifetime: number;
  /** Bytes of the files of one job before they are compressed. */
  readonly jobBytes: number;
  /** Bytes of the finished files of an account; older ones are removed for a new job. */
  readonly accountBytes: number;
  /** Bytes of all files on disk. */
  readonly diskBytes: number;
}

const MEGABYTE = 1_048_576;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const DOWNLOAD_LIMITS: DownloadLimits = {
  unfinished: 3,
  kept: 10,
  time: 10 * MINUTE,
  lifetime: 24 * HOUR,
  jobBytes: 1_024 * MEGABYTE,
  accountBytes: 512 * MEGABYTE,
  diskBytes: 4_096 * MEGABYTE,
};
