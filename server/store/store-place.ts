import type { DatasetStore } from './store.ts';
import type { DatasetWriter } from './writer.ts';

/** A store that can be read and loaded into. */
export type Store = DatasetStore & DatasetWriter;

/** Where a store is, and who opens it. */
export type StorePlace =
  | {
      /** Folder of the embedded store; made when it is not there. */
      readonly dataDir: string;
      /** `server` is refused with `StoreBusy` while another server holds the folder. */
      readonly role: 'server' | 'tool';
      /** Reading threads; default: cores less one, between 1 and 4. */
      readonly workers?: number;
      /** Whether all of each file is read to find damage, not its beginning; default: as a tool. */
      readonly checkWhole?: boolean;
      /** Milliseconds for one question, its wait included; default 30 000. */
      readonly timeout?: number;
    }
  | {
      /** `postgres://…` of a database with PostGIS. */
      readonly databaseUrl: string;
      /** A streaming replica of it that is read in its place. */
      readonly readUrl?: string;
      /** Default `atlas`. */
      readonly schema?: string;
      /** A `server` keeps backups from being restored under it; default: `tool`. */
      readonly role?: 'server' | 'tool';
      /** Milliseconds for one statement that reads; default 5000. */
      readonly timeout?: number;
    };
