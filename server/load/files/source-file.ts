import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { decodeText, UnreadableData, type Encoded } from 'atlas-engine/readers';
import { openFile, readOpenFile, refuseLarge, type SizeLimit } from './read-bytes.ts';

/** Bytes that are read at once. */
const CHUNK_BYTES = 1_000_000;
const NEWLINE = 0x0a;
/** The largest record. Files have larger ones only by mistake, such as a missing quotation mark. */
const RECORD_BYTES = 64_000_000;

/** Size that a file may have if it is read in parts. */
const IN_PARTS: SizeLimit = {
  bytes: 10_000_000_000,
  advice: 'Split it over several datasets, or keep the data in a PostGIS table.',
};

/** Lines of a file. */
interface Lines {
  readonly bytes: Buffer;
  /** The number of the first one, from 1. */
  readonly line: number;
  /** Whether it is one line that is too long. */
  readonly isLong: boolean;
}

/** The text of lines. */
type Texts = Omit<Lines, 'bytes'> & { readonly text: string };

/** A file of data. Throws `UnreadableData` when it cannot be read, or changes while it is in use. */
export class SourceFile {
  readonly path: string;
  readonly name: string;
  #identity: string | null = null;
  #share = 0;

  constructor(path: string) {
    this.path = path;
    this.name = basename(path);
  }

  /**
   * Returns the size of the file, and the first half of the SHA-256 hash of the file and of a text, each
   * with a zero after it.
   */
  async digest(more: string): Promise<{ readonly digest: string; readonly size: number }> {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of this.chunks()) {
      hash.update(chunk);
      size += chunk.length;
    }
    this.#share = 0;
    return { digest: hash.update('\0').update(more).update('\0').digest('hex').slice(0, 32), size };
  }

  /** The share of the file that the last reader has read, 0 to 1. */
  get share(): number {
    return this.#share;
  }

  /** Returns the bytes; throws when there are more than `FILE_LIMITS.bytes`. */
  async bytes(): Promise<Buffer> {
    const file = await openFile(this.path, this.name);
    try {
      return await readOpenFile(file, this.name);
    } finally {
      await file.close();
    }
  }

  /** Yields the bytes in parts. A part is valid until the next one is requested. */
  async *chunks(): AsyncGenerator<Buffer> {
    const file = await openFile(this.path, this.name);
    try {
      const { size, mtimeMs } = await file.stat();
      refuseLarge(this.name, size, IN_PARTS);
      this.#identity ??= `${size} ${mtimeMs}`;
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(size, 1)));
      for (let at = 0; at < size;) {
        const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, size - at), at);
        if (bytesRead === 0) break;
        yield chunk.subarray(0, bytesRead);
        at += bytesRead;
        this.#share = at / size;
      }
    } finally {
      await file.close();
    }
    await this.requireUnchanged();
  }

  /** Throws `UnreadableData` if the file is not the one whose parts were read first. */
  async requireUnchanged(): Promise<void> {
    const { size = 0, mtimeMs = 0 } = await stat(this.path).catch(() => ({}) as Partial<Stats>);
    if (`${size} ${mtimeMs}` === this.#identity) return;
    throw new UnreadableData(
      `The file \`${this.name}\` changed while it was read. Try again when it is complete.`,
    );
  }

  /**
   * Yields the whole lines of each part. A line of more than `RECORD_BYTES` comes without its bytes, as
   * `isLong`.
   */
  async *lines(): AsyncGenerator<Lines> {
    let line = 1;
    let rest: Buffer[] = [];
    let waiting = 0;
    let isInLong = false;
    for await (const chunk of this.chunks()) {
      const start = isInLong ? chunk.indexOf(NEWLINE) + 1 : 0;
      if (isInLong && start === 0) continue;
      if (isInLong) line++;
      isInLong = false;
      const end = Math.max(start, chunk.lastIndexOf(NEWLINE) + 1);
      if (end > start) {
        const bytes = Buffer.concat([...rest, chunk.subarray(start, end)]);
        yield { bytes, line, isLong: false };
        line += countNewlines(bytes);
        rest = [];
        waiting = 0;
      }
      if (end < chunk.length) rest.push(Buffer.from(chunk.subarray(end)));
      waiting += chunk.length - end;
      if (waiting <= RECORD_BYTES) continue;
      isInLong = true;
      yield { bytes: Buffer.alloc(0), line, isLong: true };
      rest = [];
      waiting = 0;
    }
    if (waiting > 0) yield { bytes: Buffer.concat(rest), line, isLong: false };
  }

  /** Yields the texts of `lines`; throws the errors of `decodeText`. */
  async *texts(encoded: Encoded = {}): AsyncGenerator<Texts> {
    for await (const { bytes, line, isLong } of this.lines())
      yield { text: decodeText(bytes, this.name, { ...encoded, line }), line, isLong };
  }
}

function countNewlines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count++;
  return count;
}
