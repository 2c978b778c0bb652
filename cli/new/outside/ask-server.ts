import { UsageError } from '../../../host/common/command.ts';
import { ServiceClient, type ServiceLimits } from '../../../server/services/service-client.ts';
import { ServiceError, type ServiceFault } from '../../../server/services/service-error.ts';
import { keysIn } from './split-address.ts';

/** Limits of the requests of one command: an author waits for them. */
const LIMITS: ServiceLimits = { idle: 10_000, total: 60_000, bytes: 33_554_432 };

/** What to do after each failure; `expected` is what the address should answer. */
const ADVICE: Readonly<Record<ServiceFault, (expected: string) => string>> = {
  unreachable: () => 'Check the address, and whether this computer is connected to the network.',
  timeout: () => 'Try again later.',
  address: () => 'If that is the right server, give its address instead.',
  status: () => 'Check the address. If it needs a key, add the key to its query.',
  format: (expected) => `The address must be that of ${expected}.`,
  'too-large': (expected) => `The address must be that of ${expected}.`,
  incomplete: () => 'Try again later.',
};

/** Answers of tile servers where they have no tile. */
const NO_TILE = /^the answer was (?:204|400|404|410)\b/;

/** Requests what is at an address that the author named. All failures are `UsageError`. */
export class ServerQuestions {
  readonly #client: ServiceClient;
  readonly #expected: string;

  /** `expected` is what the address should answer, with its article. */
  constructor(address: string, expected: string, limits = LIMITS) {
    const { origin, username } = urlOf(address);
    if (username !== '')
      throw new UsageError('Addresses with a user name are not supported. Leave it out.');
    const keys = keysIn(address);
    this.#expected = expected;
    this.#client = new ServiceClient(
      {
        id: '',
        env: '',
        address: keys === '' ? origin : `${origin}/?${keys}`,
        named: true,
        hosts: [],
        accepts: '*/*',
      },
      limits,
    );
  }

  json(address: string): Promise<unknown> {
    return this.#asked(() => this.#client.json(address));
  }

  text(address: string): Promise<string> {
    return this.#asked(() => this.#client.text(address));
  }

  bytes(address: string): Promise<Uint8Array> {
    return this.#asked(() => this.#client.bytes(address));
  }

  /** Requests a tile; null if there is none at this address. */
  async tile(address: string): Promise<Uint8Array | null> {
    try {
      return await this.#client.bytes(address);
    } catch (error) {
      if (error instanceof ServiceError && NO_TILE.test(error.came)) return null;
      throw this.#worded(error);
    }
  }

  async #asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    try {
      return await ask();
    } catch (error) {
      throw this.#worded(error);
    }
  }

  #worded(error: unknown): unknown {
    if (!(error instanceof ServiceError)) return error;
    const { asked, came, fault } = error;
    return new UsageError(`Requested ${asked}: ${came}. ${ADVICE[fault](this.#expected)}`);
  }
}

function urlOf(address: string): URL {
  if (URL.canParse(address)) return new URL(address);
  throw new UsageError(
    `\`${address}\` is not an address, such as \`https://data.example.org/wms\`.`,
  );
}
