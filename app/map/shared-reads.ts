/** A response with bytes. */
interface Bytes {
  readonly data: ArrayBuffer;
}

/** A read in progress, and the number of callers that wait for it. */
interface Read<Response> {
  readonly response: Promise<Response>;
  readonly abort: AbortController;
  waiting: number;
}

/**
 * Reads that several callers ask for at the same time, made once. Above the highest zoom of an archive
 * the map asks for the same tile several times, and Chromium fails some of several simultaneous
 * requests for the same range of a file. A read is aborted when all of its callers have aborted it.
 */
export class SharedReads<Response extends Bytes> {
  private readonly reads = new Map<string, Read<Response>>();

  /** Returns the response to `key`; each caller has bytes of its own. */
  async get(
    key: string,
    start: (signal: AbortSignal) => Promise<Response>,
    signal?: AbortSignal,
  ): Promise<Response> {
    const response = await this.wait(key, this.reads.get(key) ?? this.begin(key, start), signal);
    return { ...response, data: response.data.slice(0) };
  }

  private begin(key: string, start: (signal: AbortSignal) => Promise<Response>): Read<Response> {
    const abort = new AbortController();
    const read = { abort, waiting: 0, response: start(abort.signal) };
    this.reads.set(key, read);
    const end = (): void => this.forget(key, read);
    read.response.then(end, end);
    return read;
  }

  private wait(key: string, read: Read<Response>, signal?: AbortSignal): Promise<Response> {
    read.waiting++;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        reject(signal?.reason as Error);
        if (--read.waiting > 0) return;
        this.forget(key, read);
        read.abort.abort(signal?.reason);
      };
      if (signal?.aborted) return leave();
      signal?.addEventListener('abort', leave, { once: true });
      const end = (): void => signal?.removeEventListener('abort', leave);
      read.response.finally(end).then(resolve, reject);
    });
  }

  private forget(key: string, read: Read<Response>): void {
    if (this.reads.get(key) === read) this.reads.delete(key);
  }
}
