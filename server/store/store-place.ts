import type { DatasetStore } from './store.ts';
import type { DatasetWriter } from './writer.ts';

/** A store that supports reads and loads. */
export type Store = DatasetStore & DatasetWriter;

/** The location of a store, and the kind of program that opens it. */
export type StorePlace =
  | {
      /** Folder of the embedded store; created if it does not exist. */
      readonly dataDir: string;
      /**
       * The kind of program. A `server` fails with `StoreBusy` while another server uses the
       * folder.
       */
      readonly role: 'server' | 'tool';
      /** Threads for reads; default: cores less one, between 1 and 4. */
      readonly workers?: number;
      /**
       * If true, each file is read completely to find damage; if false, only its beginning is read.
       * The default is true for a tool.
       */
      readonly checkWhole?: boolean;
      /** Time limit of a query in milliseconds, including its wait; default 30 000. */
      readonly timeout?: number;
    }
  | {
      /** The address `postgres://…` of a database with PostGIS. */
      readonly databaseUrl: string;
      /** The address of a streaming replica of the database, which is used for reads. */
      readonly readUrl?: string;
      /** The schema of the tables; default `atlas`. */
      readonly schema?: string;
      /** While a `server` runs, no backup can be restored. The default is `tool`. */
      readonly role?: 'server' | 'tool';
      /** Time limit of a read statement in milliseconds; default 5000. */
      readonly timeout?: number;
    };
