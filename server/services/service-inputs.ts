import { joinAddress } from 'atlas-engine';
import { digestOf, type LoadInput } from '../load/load-input.ts';
import { KeptAnswers, type KeptAnswer } from './kept-answers.ts';
import { readService, type ServiceLoad } from './read-service.ts';
import { SERVICE_LIMITS, type ServiceLimits } from './service-client.ts';
import { ServiceError, type ServiceFault } from './service-error.ts';
import type { ActiveService } from './service-settings.ts';

/** The result of requesting the data of a load from a service. */
export type ServedInput =
  | { readonly use: 'service'; readonly input: LoadInput }
  /** The data of `fallback` are used. */
  | { readonly use: 'fallback' }
  /** There are no data. */
  | { readonly use: 'nothing' };

export interface ServiceInputsOptions {
  readonly active: ReadonlyMap<string, ActiveService>;
  /** Folder of the stored answers. */
  readonly folder: string;
  /** Called with a line when a service fails, and with the dataset. */
  readonly report: (line: string, dataset: string) => void;
  /**
   * The reason why the last request for a dataset failed, by dataset. The caller keeps this map up
   * to date.
   */
  readonly faults?: Map<string, ServiceFault>;
  /** Requests again even if a stored answer is recent; default false. */
  readonly fresh?: boolean;
  readonly limits?: ServiceLimits;
  /** Returns the current time, in milliseconds since 1970. */
  readonly now?: () => number;
}

/**
 * Finds the data of loads from services. A service that is on is requested, unless a stored answer is
 * not older than `every`; when it is off or fails, a fallback is used. The same object does not
 * request a failed service again.
 */
export class ServiceInputs {
  readonly #options: ServiceInputsOptions;
  readonly #kept: KeptAnswers;
  readonly #down = new Map<string, ServiceFault>();

  constructor(options: ServiceInputsOptions) {
    this.#options = options;
    this.#kept = new KeptAnswers(options.folder);
  }

  /** Returns the result of a load; `dataset` is used in messages. */
  async of(load: ServiceLoad, dataset: string): Promise<ServedInput> {
    const { active } = this.#options;
    const kept = await this.#kept.find(load);
    const service = active.get(load.service.id);
    if (service) {
      const from = digestOf(joinAddress(service.address, load.path));
      if (kept?.from === from && !this.isDue(load, kept)) return this.#input(load, kept);
      const answer = await this.#ask(load, service, from);
      if (!('fault' in answer)) {
        this.#options.faults?.delete(dataset);
        return this.#input(load, answer);
      }
      this.#options.faults?.set(dataset, answer.fault);
      this.#options.report(
        `${dataset}: ${answer.words} ${FALLBACKS[fallbackOf(load, kept)]}`,
        dataset,
      );
    }
    const use = fallbackOf(load, kept);
    return use === 'last' ? this.#input(load, kept!) : { use };
  }

  /** Whether an answer needs to be replaced by a new one. */
  isDue(load: ServiceLoad, { at }: KeptAnswer): boolean {
    if (this.#options.fresh) return true;
    return load.every !== undefined && this.#now() - at >= load.every;
  }

  /** Requests a new answer; returns why there is none if it fails. */
  async #ask(
    load: ServiceLoad,
    service: ActiveService,
    from: string,
  ): Promise<KeptAnswer | Refusal> {
    const { limits = SERVICE_LIMITS } = this.#options;
    const down = this.#down.get(service.id);
    if (down !== undefined) {
      const words = `the service \`${service.id}\` failed a moment ago, and is not requested again.`;
      return { fault: down, words };
    }
    try {
      const features = await readService(load, service, limits);
      return await this.#kept.keep(load, features, { from, at: this.#now() });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const { fault, message } = error;
      if (error.isDown) this.#down.set(service.id, fault);
      return { fault, words: `the service \`${service.id}\` failed. ${message}` };
    }
  }

  #input(load: ServiceLoad, answer: KeptAnswer): ServedInput {
    const read = () => this.#kept.features(load, answer);
    return {
      use: 'service',
      input: {
        kind: 'features',
        origin: 'service',
        digest: digestOf('service', answer.digest),
        features: {
          async *[Symbol.asyncIterator]() {
            yield* await read();
          },
        },
      },
    };
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }
}

/** The reason why a service provided no data. */
interface Refusal {
  readonly fault: ServiceFault;
  /** The reason, in one or more sentences. */
  readonly words: string;
}

const FALLBACKS = {
  last: 'The data of the last load are used.',
  fallback: 'The built-in data are used instead.',
  nothing: 'Groups that need it are hidden.',
} as const;

function fallbackOf(load: ServiceLoad, kept: KeptAnswer | null): keyof typeof FALLBACKS {
  if (kept && load.service.fallback === 'last-load') return 'last';
  return load.fallback ? 'fallback' : 'nothing';
}
