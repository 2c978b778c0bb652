import { closeSync, openSync, writeSync } from 'node:fs';

/** Bytes that are collected before they are written. */
const CHUNK = 262_144;

/** Writes a file in large pieces. `close` must be called. */
export class FileSink {
  readonly #file: number;
  #pieces: Uint8Array[] = [];
  #waiting = 0;
  #bytes = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'w');
  }

  /** Number of bytes so far. */
  get bytes(): number {
    return this.#bytes;
  }

  write(piece: Uint8Array | string): void {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    this.#pieces.push(bytes);
    this.#waiting += bytes.length;
    this.#bytes += bytes.length;
    if (this.#waiting >= CHUNK) this.#flush();
  }

  /** Ends the file; `head` replaces its first bytes. */
  close(head?: Uint8Array): void {
    this.#flush();
    if (head) writeSync(this.#file, head, 0, head.length, 0);
    closeSync(this.#file);
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#waiting = 0;
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
  }
}
