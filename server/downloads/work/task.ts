/** A job as plain data, which is sent to the process that prepares the files. */
import type { Access } from 'atlas-engine';
import type { DownloadFormat } from 'atlas-engine/runtime';
import type { StorePlace } from '../../store/store-place.ts';
import type { AtlasSnapshot, DatasetInfo, Words } from '../../access/atlas-snapshot.ts';
import type { FileCut } from '../../accounts/download.ts';
import type { FileField } from '../files/feature-file.ts';

/** A dataset to write, cut to what the account may download. */
export interface DatasetTask {
  readonly cut: FileCut;
  readonly title: Words;
  readonly info: DatasetInfo;
  /** The fields of the cut. */
  readonly fields: readonly FileField[];
  readonly demo: boolean;
}

/** Who receives the files, and when. Files with restricted data carry both. */
export interface Recipient {
  readonly username: string;
  /** The day, `YYYY-MM-DD`. */
  readonly day: string;
}

export interface DownloadTask {
  readonly place: StorePlace;
  /** The rules under which the store is read. */
  readonly access: Access;
  /** The part of its input that each dataset declares, by dataset id. */
  readonly parts: AtlasSnapshot['parts'];
  /** The parts of datasets that the grants of the account open. */
  readonly excerpts: AtlasSnapshot['excerpts'];
  /** A folder of its own, which exists and is empty. */
  readonly folder: string;
  /** The path of the file to write: a zip, or the only spreadsheet of `isOneSheet`. */
  readonly file: string;
  /** The area as well-known text. */
  readonly area: string;
  /** Square kilometres. */
  readonly size: number;
  readonly formats: readonly DownloadFormat[];
  readonly datasets: readonly DatasetTask[];
  readonly recipient: Recipient;
  readonly agreement: string | null;
  readonly title: Words;
  readonly locales: readonly string[];
  /** The language of the spreadsheets, one of `locales`. */
  readonly locale: string;
  /** Maximum bytes of files before they are compressed. */
  readonly maxBytes: number;
}

/**
 * The end of a task. `empty`: no dataset has a feature in the area. `too-much`: the files are larger
 * than `maxBytes`. `no-room`: the disk is full.
 */
export type TaskEnd =
  | { readonly kind: 'done'; readonly cuts: readonly FileCut[]; readonly bytes: number }
  | { readonly kind: 'empty' }
  | { readonly kind: 'too-much' | 'no-room' };

/** Runs a task. Rejects when it fails; `progress` receives a share from 0 to 1. */
export type RunTask = (
  task: DownloadTask,
  options: { readonly signal: AbortSignal; readonly progress: (share: number) => void },
) => Promise<TaskEnd>;
