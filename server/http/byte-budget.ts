/** Bounds the bytes of large answers that were made and that their clients did not take yet. */
import { BusyError } from './errors.ts';

/** Answers of which so little is in memory at a time are never refused: connections bound them. */
const SMALL_BYTES = 65_536;

/** Answers that may wait for room before they begin. */
const MAX_WAITING = 200;

/** Milliseconds that an answer waits for room before it begins. */
const PATIENCE = 10_000;

export interface BudgetOptions {
  /** Bytes of all answers. */
  readonly total: number;
  /** Bytes of the answers of one address. */
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

  /** Bytes that are in memory for clients. */
  get held(): number {
    return this.#held;
  }

  /** Makes the share of an answer to an address. */
  share(address: string): Share {
    return new Share(this, address);
  }

  /** Whether so many bytes more have room. What is larger than a limit has room alone. */
  hasRoom(bytes: number, address: string): boolean {
    const { total, perAddress } = this.#options;
    const own = this.#byAddress.get(address) ?? 0;
    return (
      (this.#held === 0 || this.#held + bytes <= total) && (own === 0 || own + bytes <= perAddress)
    );
  }

  /** Counts bytes, or fewer when they are negative, whether there is room or not. */
  add(bytes: number, address: string): void {
    this.#held += bytes;
    const own = (this.#byAddress.get(address) ?? 0) + bytes;
    if (own > 0) this.#byAddress.set(address, own);
    else this.#byAddress.delete(address);
    if (bytes < 0) this.#admit();
  }

  /**
   * Counts bytes when there is room, in the order of asking. Throws `BusyError` when too many wait
   * or it takes too long, but not for an answer that has begun; the reason of the signal when that
   * is aborted.
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

  /** Lets in those who wait, in their order; one whose address has its part lets others pass. */
  #admit(): void {
    for (const waiting of [...this.#queue]) {
      const { bytes, address } = waiting;
      if (this.#held > 0 && this.#held + bytes > this.#options.total) return;
      if (!this.hasRoom(bytes, address)) continue;
      this.#queue.splice(this.#queue.indexOf(waiting), 1);
      this.add(bytes, address);
      waiting.admit();
    }
  }
}

/** What one answer has of the budget: the bytes of the piece that its client is to take. */
export class Share {
  readonly #budget: ByteBudget;
  readonly #address: string;
  #bytes = 0;

  constructor(budget: ByteBudget, address: string) {
    this.#budget = budget;
    this.#address = address;
  }

  /** Gives back the last piece and waits for room for another. Throws as `ByteBudget.wait`. */
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
   * Corrects what was expected to what was made. Throws `BusyError` when that is more and there is
   * no room for it, but not for an answer that has begun.
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

  /** Gives everything back: the client has it, or is gone. */
  free(): void {
    if (this.#bytes === 0) return;
    const bytes = this.#bytes;
    this.#bytes = 0;
    this.#budget.add(-bytes, this.#address);
  }
}
