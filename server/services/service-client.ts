import { present } from 'atlas-engine/runtime';
import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { excessOf, wordsOfExcess } from '../load/files/json-size.ts';
import { isPrivateAddress } from './private-address.ts';
import { ServiceError, type ServiceFault } from './service-error.ts';
import type { ActiveService } from './service-settings.ts';

/** Limits of one load from a service, for all its pages together. */
export interface ServiceLimits {
  /** Maximum time in milliseconds without receiving a byte. */
  readonly idle: number;
  /** Maximum time in milliseconds from the first request to the last byte. */
  readonly total: number;
  /** Maximum number of bytes after decompression. */
  readonly bytes: number;
}

export const SERVICE_LIMITS: ServiceLimits = { idle: 30_000, total: 120_000, bytes: 67_108_864 };

const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);

/**
 * Requests JSON, texts and tiles from one service within the limits of one load. It follows redirects only to hosts
 * the operator listed, and connects to private networks only at an address the operator set. All
 * failures are `ServiceError`.
 */
export class ServiceClient {
  readonly #service: ActiveService;
  readonly #limits: ServiceLimits;
  readonly #deadline: AbortSignal;
  #left: number;
  /** True after the idle timeout. The response then ends like a broken connection. */
  #idle = false;

  constructor(service: ActiveService, limits: ServiceLimits = SERVICE_LIMITS) {
    this.#service = service;
    this.#limits = limits;
    this.#deadline = AbortSignal.timeout(limits.total);
    this.#left = limits.bytes;
  }

  /** Requests an address and returns the parsed answer. */
  async json(address: string): Promise<unknown> {
    const text = await this.text(address);
    const excess = excessOf(text);
    if (excess) throw this.fault('format', address, `the answer ${wordsOfExcess(excess)}`, '');
    try {
      return JSON.parse(text) as unknown;
    } catch {
      const [came, help] = describeText(text);
      throw this.fault('format', address, came, help);
    }
  }

  /** Requests an address and returns the answer as text, without spaces around it. */
  async text(address: string): Promise<string> {
    return new TextDecoder().decode(await this.bytes(address)).trim();
  }

  /** Requests an address and returns the answer. */
  async bytes(address: string): Promise<Uint8Array> {
    const url = new URL(address);
    return this.#bytes(url, url, 0);
  }

  /** Creates an error about a request to this service. */
  fault(fault: ServiceFault, address: string, came: string, help: string): ServiceError {
    return new ServiceError(fault, { asked: this.#shown(new URL(address)), came, help });
  }

  async #bytes(url: URL, first: URL, redirects: number): Promise<Buffer> {
    try {
      const response = await this.#open(url);
      if (REDIRECTS.has(response.statusCode) && response.headers.location !== undefined) {
        response.destroy();
        if (redirects === MAX_REDIRECTS) throw this.#tooManyRedirects(first);
        return await this.#bytes(
          this.#redirected(url, response.headers.location),
          first,
          redirects + 1,
        );
      }
      if (response.statusCode !== 200) {
        response.destroy();
        throw this.fault(
          'status',
          first.href,
          `the answer was ${response.statusCode} ${response.statusMessage ?? ''}`.trimEnd(),
          `Check \`path\` and ${this.#service.env}. If the service itself failed, try again later.`,
        );
      }
      return await this.#read(response, first);
    } catch (error) {
      throw error instanceof ServiceError ? error : this.#networkFault(error, first);
    }
  }

  #open(url: URL): Promise<IncomingMessage> {
    const guarded = !this.#isNamed(url.origin);
    if (guarded && isPrivateAddress(hostOf(url))) throw this.#privateFault(url, hostOf(url));
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    return new Promise((resolve, reject) => {
      const asked = request(
        url,
        present({
          signal: this.#deadline,
          timeout: this.#limits.idle,
          headers: {
            accept: this.#service.accepts ?? 'application/geo+json, application/json',
            'accept-encoding': 'gzip, deflate, br',
            'user-agent': 'atlas-engine',
          },
          lookup: guarded ? this.#guardedLookup(url) : undefined,
        }),
      );
      asked.once('response', resolve);
      asked.once('timeout', () => {
        this.#idle = true;
        asked.destroy();
      });
      asked.once('error', reject);
      asked.end();
    });
  }

  /** Resolves a host and refuses private addresses; the connection uses the checked address. */
  #guardedLookup(url: URL) {
    return (
      host: string,
      options: LookupOptions,
      done: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
    ): void => {
      lookup(host, { ...options, all: true }, (error, found) => {
        if (error) return done(error, []);
        const inside = found.find(({ address }) => isPrivateAddress(address));
        if (inside) return done(this.#privateFault(url, inside.address), []);
        if (options.all) return done(null, found);
        return done(null, found[0]!.address, found[0]!.family);
      });
    };
  }

  async #read(response: IncomingMessage, first: URL): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let tooLarge: ServiceError | undefined;
    const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
      for await (const chunk of source) {
        this.#left -= chunk.length;
        if (this.#left < 0) throw (tooLarge = this.#tooLarge(first));
        chunks.push(chunk);
      }
    };
    const unpack = unpacking(response.headers['content-encoding']);
    try {
      if (unpack) await pipeline(response, unpack, collect);
      else await pipeline(response, collect);
    } catch (error) {
      // A pipeline may replace the error that ended it.
      throw tooLarge ?? error;
    }
    return Buffer.concat(chunks);
  }

  #tooLarge(first: URL): ServiceError {
    return this.fault(
      'too-large',
      first.href,
      `the answer has more than ${this.#limits.bytes} bytes`,
      'Request less with a filter in `path` or country by country, or load from a file.',
    );
  }

  #isNamed(origin: string): boolean {
    const { address, named, hosts } = this.#service;
    return (named && origin === new URL(address).origin) || hosts.includes(origin);
  }

  #redirected(from: URL, location: string): URL {
    if (!URL.canParse(location, from)) throw this.#redirectFault(from, `\`${location}\``);
    const to = new URL(location, from);
    const safe = to.protocol === 'https:' || to.protocol === from.protocol;
    const sameHost = to.hostname === from.hostname && (to.port === from.port || to.port === '');
    if (safe && /^https?:$/.test(to.protocol) && (sameHost || this.#isNamed(to.origin))) return to;
    throw this.#redirectFault(from, `\`${to.origin}\``);
  }

  #redirectFault(from: URL, to: string): ServiceError {
    const { env } = this.#service;
    return this.fault(
      'address',
      from.href,
      `the answer redirects to ${to}, which is not allowed`,
      `If that is correct, add this host to ${env}, separated by a space.`,
    );
  }

  #tooManyRedirects(first: URL): ServiceError {
    const help = `Check the address in ${this.#service.env}.`;
    return this.fault('address', first.href, 'there are too many redirects', help);
  }

  #privateFault(url: URL, address: string): ServiceError {
    return this.fault(
      'address',
      url.href,
      `its host has the address ${address} of a private network`,
      `If that is intended, set the whole address in ${this.#service.env} instead of \`on\`.`,
    );
  }

  #networkFault(error: unknown, first: URL): ServiceError {
    const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 100) / 10} s`;
    const { idle, total } = this.#limits;
    const again = 'Try again later, or load from a file.';
    if (this.#deadline.aborted) {
      return this.fault(
        'timeout',
        first.href,
        `the answer took more than ${seconds(total)}`,
        again,
      );
    }
    if (this.#idle) {
      return this.fault('timeout', first.href, `no data arrived for ${seconds(idle)}`, again);
    }
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'ECONNRESET' || code.startsWith('Z_') || code.startsWith('ERR__Z')) {
      return this.fault('format', first.href, 'the answer ended early', again);
    }
    return this.fault(
      'unreachable',
      first.href,
      `no connection (${code || String(error)})`,
      `Check the address in ${this.#service.env}, and whether this server can reach it.`,
    );
  }

  /** Returns the address without the keys that the operator set. */
  #shown(url: URL): string {
    const shown = new URL(url);
    for (const key of new URL(this.#service.address).searchParams.keys()) {
      shown.searchParams.set(key, '***');
    }
    return `\`${shown.href}\``;
  }
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function unpacking(encoding: string | undefined) {
  switch (encoding?.toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      return null;
  }
}

function describeText(text: string): readonly [came: string, help: string] {
  const again = 'Try again later.';
  if (text === '') return ['the answer was empty', again];
  if (text.startsWith('<')) {
    return [
      'the answer is HTML or XML instead of JSON',
      'The service may need a login, or `path` should request JSON (`f=geojson`).',
    ];
  }
  if (/^[[{]/.test(text)) return ['the JSON of the answer is truncated or damaged', again];
  return ['the answer is not JSON', 'Check `path`: it should request GeoJSON or JSON.'];
}
