/** Limits the bytes of large answers that are in memory until their clients have received them. */
import { BusyError } from './errors.ts';

/**
 * Size in bytes below which a response is never refused. The limit on connections limits these
 * responses.
 */
const SMALL_BYTES = 65_536;

/** Maximum number of responses that wait for their share of the budget before they begin. */
const MAX_WAITING = 200;

/**
 * Maximum time in milliseconds that a response waits for its share of the budget before it begins.
 */
const PATIENCE = 10_000;

export interface BudgetOptions {
  /** Maximum bytes of all responses together. */
  readonly total: number;
  /** Maximum bytes of the responses to one address. */
  readonly perAddress: number;
}

interface Waiting {
  readonly bytes: number;
  readonly address: string;
  readonly admit: () => void;
}

export class ByteBudget {
  readonly #options: BudgetOptions;
  readonly #byAddress = new Map<string, number>();
  readonly #queue: Waiting[] = [];
  #held = 0;

  constructor(options: BudgetOptions) {
    this.#options = options;
  }

  /** Number of bytes in memory for clients. */
  get held(): number {
    return this.#held;
  }

  /** Creates the share of the budget for one response to a client address. */
  share(address: string): Share {
    return new Share(this, address);
  }

  /**
   * Returns whether this number of bytes still fits. A response above a limit is only allowed when
   * no other response is in memory.
   */
  hasRoom(bytes: number, address: string): boolean {
    const { total, perAddress } = this.#options;
    const own = this.#byAddress.get(address) ?? 0;
    return (
      (this.#held === 0 || this.#held + bytes <= total) && (own === 0 || own + bytes <= perAddress)
    );
  }

  /** Adds bytes, or subtracts them when negative, without a check of the limits. */
  add(bytes: number, address: string): void {
    this.#held += bytes;
    const own = (this.#byAddress.get(address) ?? 0) + bytes;
    if (own > 0) this.#byAddress.set(address, own);
    else this.#byAddress.delete(address);
    if (bytes < 0) this.#admit();
  }

  /**
   * Adds bytes as soon as they fit. Requests wait in their order. Throws `BusyError` if too many
   * requests wait or the wait is too long, but not for a response that has begun. Throws the reason
   * of the signal if the signal is aborted.
   */
  async wait(
    bytes: number,
    address: string,
    { begun, signal }: { readonly begun: boolean; readonly signal: AbortSignal },
  ): Promise<void> {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const leave = (error: unknown): void => {
        const at = this.#queue.indexOf(waiting);
        if (at === -1) return;
        this.#queue.splice(at, 1);
        done();
        reject(error);
      };
      const onAbort = (): void => leave(signal.reason);
      const timer = begun
        ? undefined
        : setTimeout(() => leave(new BusyError('bytes-in-flight')), PATIENCE);
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const waiting: Waiting = {
        bytes,
        address,
        admit: () => {
          done();
          resolve();
        },
      };
      signal.addEventListener('abort', onAbort);
      this.#queue.push(waiting);
      this.#admit();
      if (!begun && this.#queue.length > MAX_WAITING) leave(new BusyError('bytes-in-flight'));
    });
  }

  /**
   * Admits waiting requests in order. A request whose client address is at its limit is skipped.
   */
  #admit(): void {
    for (const waiting of Array.from(this.#queue)) {
      const { bytes, address } = waiting;
      if (this.#held > 0 && this.#held + bytes > this.#options.total) return;
      if (!this.hasRoom(bytes, address)) continue;
      this.#queue.splice(this.#queue.indexOf(waiting), 1);
      this.add(bytes, address);
      waiting.admit();
    }
  }
}

/** The share of one answer: the bytes of the part that its client is receiving. */
export class Share {
  readonly #budget: ByteBudget;
  readonly #address: string;
  #bytes = 0;

  constructor(budget: ByteBudget, address: string) {
    this.#budget = budget;
    this.#address = address;
  }

  /** Releases the last part and waits until the next one fits. Throws as `ByteBudget.wait`. */
  async expect(
    bytes: number,
    options: { readonly begun: boolean; readonly signal: AbortSignal },
  ): Promise<void> {
    this.free();
    if (bytes <= SMALL_BYTES) return;
    await this.#budget.wait(bytes, this.#address, options);
    this.#bytes = bytes;
  }

  /**
   * Replaces the expected size by the actual one. Throws `BusyError` when the actual size is larger
   * and does not fit, unless the response has begun.
   */
  settle(bytes: number, { begun }: { readonly begun: boolean }): void {
    const counted = bytes <= SMALL_BYTES ? 0 : bytes;
    const more = counted - this.#bytes;
    if (more > 0 && !begun && !this.#budget.hasRoom(more, this.#address)) {
      this.free();
      throw new BusyError('bytes-in-flight');
    }
    this.#bytes = counted;
    if (more !== 0) this.#budget.add(more, this.#address);
  }

  /** Releases all bytes of the response, after the client has received it or has disconnected. */
  free(): void {
    if (this.#bytes === 0) return;
    const bytes = this.#bytes;
    this.#bytes = 0;
    this.#budget.add(-bytes, this.#address);
  }
}
