import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressesOf, gatherTargets } from './crawl.ts';
import { readDescription, type Description } from './described.ts';
import { startGuardedServer, type GuardedServer } from './guarded-server.ts';
import { sendRaw } from './raw-request.ts';
import { LEVELS } from './secrets.ts';
import { SEED_OF_THE_DAY } from '../../seed-of-the-day.ts';
import { NIGHTLY } from '../../size.ts';

const RUNS = NIGHTLY ? 10_000 : 300;
const TIMEOUT = NIGHTLY ? 1_800_000 : 60_000;

/** Statuses of addresses that are not documented: pages, redirects, bundles, files. */
const UNDESCRIBED = [200, 204, 206, 302, 304, 308, 400, 401, 403, 404, 405, 413, 414, 416];

const EVENTS = '/atlas/events';

let server: GuardedServer;
let port: number;
let described: Description;
let addresses: readonly string[];

beforeAll(async () => {
  server = await startGuardedServer({ member: 1, warden: 1, elder: 1 });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
  described = await readDescription(server.app);
  addresses = addressesOf(server.routes, await gatherTargets([server]))
    .map((address) => address.replaceAll(/[^!-~]/gu, encodeURIComponent))
    .filter((address) => !address.startsWith(EVENTS));
}, 120_000);

afterAll(() => server?.close(), 60_000);

/** An address of the server; addresses are known only while it runs. */
const address = fc.nat().map((n) => addresses[n % addresses.length]!);
const level = fc.constantFrom(...LEVELS);

/**
 * Sends a request head. Fails if the response is not documented, or contains data of a level above
 * that of the visitor.
 */
async function ask(
  method: string,
  path: string,
  headers: readonly string[],
  visitor: (typeof LEVELS)[number],
): Promise<void> {
  const head = [`${method} ${path} HTTP/1.1`, 'Host: atlas', ...headers];
  const own = [`x-atlas-level: ${visitor}`, 'Connection: close'];
  const answer = await sendRaw(port, `${[...head, ...own].join('\r\n')}\r\n\r\n`);
  const type = /^content-type: ([^;\r\n]*)/im.exec(answer.headers)?.[1] ?? '';
  const { status, body } = answer;
  const problem =
    method === 'GET' && described.covers(path)
      ? described.surprise('GET', path, { status, type })
      : UNDESCRIBED.includes(status)
        ? null
        : `status ${status}`;
  const above = LEVELS.slice(LEVELS.indexOf(visitor) + 1).flatMap((one) => server.secrets[one]);
  const leaked = above.filter((secret) => body.includes(secret) || answer.headers.includes(secret));
  const seen = { method, path: path.slice(0, 300), headers, visitor };
  expect({ ...seen, problem, leaked }).toEqual({ ...seen, problem: null, leaked: [] });
}

const number = fc.oneof(
  fc.integer({ min: -5, max: 5_000 }).map(String),
  fc.constantFrom('', '99999999999999999999', '1e3', '0x1', '-', '00'),
);
const odd = fc.oneof(
  fc.stringMatching(/^[ -~]{0,40}$/),
  fc.string({ unit: 'binary-ascii', maxLength: 30 }),
  fc.stringMatching(/^[\x80-\xff]{1,20}$/),
  fc.constantFrom('', '*', ',', ';', '"', 'W/', '__proto__', 'a'.repeat(7_000), ','.repeat(5_000)),
);
const oneOf = (...texts: readonly string[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...texts) }, odd);
const header = fc
  .oneof(
    fc.tuple(
      fc.constant('Range'),
      fc.oneof(
        fc.tuple(number, number).map((both) => `bytes=${both.join('-')}`),
        fc
          .array(fc.tuple(number, number), { maxLength: 300 })
          .map((all) => `bytes=${all.map((both) => both.join('-')).join(',')}`),
        odd,
      ),
    ),
    fc.tuple(fc.constantFrom('If-None-Match', 'If-Range', 'If-Match'), oneOf('*', '"a"', 'W/"a"')),
    fc.tuple(
      fc.constantFrom('If-Modified-Since', 'If-Unmodified-Since'),
      oneOf('Sat, 21 Nov 2026 00:00:00 GMT', 'Sat, 99 Foo 0000 99:99:99 GMT'),
    ),
    fc.tuple(
      fc.constant('Accept-Language'),
      oneOf('fr-CM,fr;q=0.9', 'x;q=NaN', '*;q=0', 'en;q=-1', 'en;q=1e9', '-', 'fr;q=0.5;q=0.6'),
    ),
    fc.tuple(
      fc.constant('Accept-Encoding'),
      oneOf('br', 'gzip;q=0', 'identity;q=0, *;q=0', 'br;q=2', 'zstd', 'gzip, br'),
    ),
    fc.tuple(fc.constant('Accept'), oneOf('text/html', '*/*;q=0', 'image/*', 'a/b/c')),
    fc.tuple(
      fc.constantFrom('X-Forwarded-For', 'X-Forwarded-Proto', 'Forwarded', 'X-Real-IP', 'Via'),
      oneOf('10.0.0.1', '::1', 'for=1.2.3.4', 'javascript', 'https,http'),
    ),
    fc.tuple(
      fc.constantFrom('Origin', 'Referer', 'Cookie', 'Authorization', 'Upgrade', 'User-Agent'),
      oneOf('null', 'http://a.example', 'a=b; a=c', 'Basic !!', 'websocket', 'h2c'),
    ),
    fc.tuple(
      fc.constantFrom('Content-Length', 'Transfer-Encoding', 'Content-Type', 'Expect', 'Host'),
      oneOf('0', '-1', 'chunked', 'gzip, chunked', '200-ok', 'text/plain', 'a.example'),
    ),
    fc.tuple(
      fc.constantFrom('X-HTTP-Method-Override', 'X-Original-URL', 'x-atlas-level', '__proto__'),
      oneOf('DELETE', '/atlas/events', 'elder', 'no-such'),
    ),
  )
  // A line break would begin another header.
  .map(([name, value]) => `${name}: ${value.replaceAll(/[\r\n]/g, ' ')}`);

/** Possible faults in a path. */
const fault = fc.oneof(
  fc.constantFrom(
    '%',
    '%%',
    '%zz',
    '%0',
    '%00',
    '%ff',
    '%c0%af',
    '%ed%a0%80',
    '%25',
    '%2e%2e%2f',
    '%5c',
    '..',
    '/../',
    '//',
    '/./',
    ';a=b',
    '\\',
    '?',
    '&',
    '=',
    '+',
    '[',
    '{',
    '|',
    '^',
    '~',
    "'",
    '%e2%80%ae',
    '%f0%9f%8c%b3',
    '%EF%BC%91',
    '%u0041',
    '__proto__',
    'constructor',
  ),
  fc
    .tuple(fc.constantFrom('a', '/', '%41', '%', '../', '?a'), fc.integer({ min: 1, max: 14_000 }))
    .map(([text, length]) => text.repeat(Math.ceil(length / text.length)).slice(0, length)),
);

describe('random heads', { timeout: TIMEOUT }, () => {
  it('give documented answers only, without data above the level: headers', async () => {
    const headers = fc.array(header, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(address, headers, level, (path, lines, visitor) =>
        ask('GET', path, lines, visitor),
      ),
      { seed: SEED_OF_THE_DAY, numRuns: RUNS },
    );
  });

  it('the same for faults in paths and queries', async () => {
    await fc.assert(
      fc.asyncProperty(address, fc.nat(), fault, level, (path, at, text, visitor) => {
        const place = 1 + (at % path.length);
        return ask('GET', path.slice(0, place) + text + path.slice(place), [], visitor);
      }),
      { seed: SEED_OF_THE_DAY, numRuns: RUNS },
    );
  });

  it('the same for unsupported methods', async () => {
    const method = fc.constantFrom(
      'HEAD',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
      'SEARCH',
      'QUERY',
      'get',
      'BREW',
      'PRI',
      'M-SEARCH',
      'LINK',
    );
    await fc.assert(
      fc.asyncProperty(method, address, level, (verb, path, visitor) =>
        ask(verb, path, [], visitor),
      ),
      { seed: SEED_OF_THE_DAY, numRuns: RUNS },
    );
  });

  it('do not prevent a listener from receiving events', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(header, { maxLength: 3 }), level, async (lines, visitor) => {
        const own = lines.filter((line) => !/^(?:Content-|Transfer-|Host|x-atlas)/.test(line));
        const head = [`GET ${EVENTS} HTTP/1.1`, 'Host: atlas', ...own, `x-atlas-level: ${visitor}`];
        const socket = connect(port, '127.0.0.1').setEncoding('latin1');
        socket.write(`${head.join('\r\n')}\r\n\r\n`, 'latin1');
        const [first] = (await once(socket, 'data')) as [string];
        socket.destroy();
        // An invalid head is refused before routing.
        expect(first).toMatch(/^HTTP\/1\.1 (?:200 OK|400 Bad Request)\r\n/);
        if (first.startsWith('HTTP/1.1 200')) expect(first).toContain('text/event-stream');
      }),
      { seed: SEED_OF_THE_DAY, numRuns: Math.min(RUNS, 1_000) },
    );
  });
});
