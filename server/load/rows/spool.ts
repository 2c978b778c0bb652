import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasNoRoom } from '../../store/no-room.ts';
import { StoreFull } from '../../store/writer.ts';

/** Bytes that are kept in memory before they are written to the file. */
const BLOCK_BYTES = 4_000_000;
/** Bytes that are read at once: records are often read in the order in which they were added. */
const WINDOW_BYTES = 4_096;

/**
 * Records of bytes that are added one after the other and read in any order. Only the last block is in
 * memory. The others are in a file without a name in the folder for temporary files (`TMPDIR`), which
 * the system deletes with the process. Throws `StoreFull` when the file does not fit there.
 */
export class Spool {
  readonly #block = Buffer.allocUnsafe(BLOCK_BYTES);
  /** Bytes in the block. */
  #used = 0;
  /** Bytes in the file. */
  #written = 0;
  #file: TemporaryFile | null = null;
  #window: Buffer = Buffer.alloc(0);
  /** The place of the window in the file. */
  #from = 0;

  /** Adds a record of one or more parts, and returns its place. */
  add(...parts: readonly Uint8Array[]): number {
    const start = this.#written + this.#used;
    for (const part of parts) {
      if (this.#used + part.length > BLOCK_BYTES) this.#flush();
      if (part.length > BLOCK_BYTES) {
        this.#write(part);
        continue;
      }
      this.#block.set(part, this.#used);
      this.#used += part.length;
    }
    return start;
  }

  /** Returns the bytes at a place. They are valid until the next call. */
  read(start: number, length: number): Buffer {
    if (start >= this.#written)
      return this.#block.subarray(start - this.#written, start - this.#written + length);
    // A record may begin in the file and end in the block.
    if (start + length > this.#written) this.#flush();
    const at = start - this.#from;
    if (at < 0 || at + length > this.#window.length) {
      const bytes = Math.min(Math.max(length, WINDOW_BYTES), this.#written - start);
      this.#window = this.#file!.read(start, bytes);
      this.#from = start;
      return this.#window.subarray(0, length);
    }
    return this.#window.subarray(at, at + length);
  }

  /** Deletes the records. */
  close(): void {
    this.#file?.close();
    this.#file = null;
  }

  #flush(): void {
    const used = this.#used;
    this.#used = 0;
    this.#write(this.#block.subarray(0, used));
  }

  #write(bytes: Uint8Array): void {
    this.#file ??= new TemporaryFile();
    this.#file.append(bytes);
    this.#written += bytes.length;
  }
}

/** A file that is deleted at the latest with the process. */
class TemporaryFile {
  readonly #folder: string;
  readonly #handle: number;
  #window = Buffer.alloc(0);

  constructor() {
    this.#folder = inWords(() => mkdtempSync(join(tmpdir(), 'atlas-load-')));
    this.#handle = inWords(() => openSync(join(this.#folder, 'rows'), 'wx+', 0o600));
    // Where the system allows it, an open file loses its name now: it cannot be left behind.
    this.#remove();
  }

  append(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length;)
      done += inWords(() => writeSync(this.#handle, bytes, done, bytes.length - done));
  }

  /** Returns bytes of the file. They are valid until the next call. */
  read(start: number, length: number): Buffer {
    if (this.#window.length < length) this.#window = Buffer.allocUnsafe(length);
    for (let done = 0; done < length;) {
      const read = readSync(this.#handle, this.#window, done, length - done, start + done);
      if (read === 0) throw new RangeError('a temporary file is shorter than what was written');
      done += read;
    }
    return this.#window.subarray(0, length);
  }

  close(): void {
    closeSync(this.#handle);
    this.#remove();
  }

  #remove(): void {
    try {
      rmSync(this.#folder, { recursive: true, force: true });
    } catch {
      // Windows deletes no open file.
    }
  }
}

function inWords<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!hasNoRoom(error)) throw error;
    throw new StoreFull(
      `The disk of \`${tmpdir()}\` is full, the folder for temporary files. Data loaded before are kept. Free disk space, or name another folder in TMPDIR.`,
      { cause: error },
    );
  }
}
