import fc from 'fast-check';
import { fromStore, toHttpError } from '../../../server/http/errors.ts';
import { refusal } from '../../../server/routes/accounts/account-route.ts';
import { describe, expect, it } from 'vitest';
import { networkOf } from '../../../server/http/network-of.ts';
import { createGate } from '../../../server/http/gate.ts';
import { chooseEncoding, chooseLocale } from '../../../server/http/negotiate.ts';
import { parseRange } from '../../../server/http/range.ts';
import { pagePolicy, styleSources } from '../../../server/http/security-headers.ts';
import { matchesEtag } from '../../../server/http/send-encoded.ts';
import { SEED_OF_THE_DAY } from '../../seed-of-the-day.ts';

describe('encodings', () => {
  it('are the best that the client accepts', () => {
    expect(chooseEncoding('gzip, deflate, br')).toBe('br');
    expect(chooseEncoding('gzip')).toBe('gzip');
    expect(chooseEncoding('br;q=0, gzip;q=0.1')).toBe('gzip');
    expect(chooseEncoding('*')).toBe('br');
    expect(chooseEncoding('*;q=0')).toBe('identity');
    expect(chooseEncoding('br;q=zero')).toBe('identity');
    expect(chooseEncoding(undefined)).toBe('identity');
  });
});

describe('languages', () => {
  it('follow the weights of the reader, then the order', () => {
    expect(chooseLocale('en;q=0.4, fr;q=0.9', ['en', 'fr'])).toBe('fr');
    expect(chooseLocale('fr-CM, en', ['en', 'fr'])).toBe('fr');
    expect(chooseLocale('pt-BR', ['pt-BR', 'en'])).toBe('pt-BR');
    expect(chooseLocale('en;q=0', ['en'])).toBeNull();
    expect(chooseLocale('*', ['en'])).toBeNull();
    expect(chooseLocale(undefined, ['en'])).toBeNull();
  });
});

describe('ranges', () => {
  it('are read in their three forms', () => {
    expect(parseRange('bytes=0-0', 10)).toEqual({ start: 0, end: 1 });
    expect(parseRange('bytes=5-', 10)).toEqual({ start: 5, end: 10 });
    expect(parseRange('bytes=-3', 10)).toEqual({ start: 7, end: 10 });
    expect(parseRange('bytes=-30', 10)).toEqual({ start: 0, end: 10 });
    expect(parseRange('bytes=8-99', 10)).toEqual({ start: 8, end: 10 });
  });

  it('outside the file are unsatisfiable; other forms mean the whole file', () => {
    expect(parseRange('bytes=10-', 10)).toBe('unsatisfiable');
    expect(parseRange('bytes=-0', 10)).toBe('unsatisfiable');
    for (const header of ['bytes=-', 'bytes=5-4', 'bytes=0-1,3-4', 'lines=0-1', 'bytes=a-b', '']) {
      expect(parseRange(header, 10)).toBeNull();
    }
  });

  it('never go beyond the file', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(100), (header, size) => {
        const range = parseRange(`bytes=${header}`, size);
        if (range === null || range === 'unsatisfiable') return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.start).toBeLessThan(range.end);
        expect(range.end).toBeLessThanOrEqual(size);
      }),
      { seed: SEED_OF_THE_DAY, numRuns: 2_000 },
    );
  });
});

describe('tags', () => {
  it('are compared weakly, one by one', () => {
    expect(matchesEtag('"a", W/"b"', '"b"')).toBe(true);
    expect(matchesEtag('*', '"b"')).toBe(true);
    expect(matchesEtag('"bb"', '"b"')).toBe(false);
    expect(matchesEtag(undefined, '"b"')).toBe(false);
  });
});

describe('the policy of the page', () => {
  it('starts from nothing and allows no inline code, no eval and no other frame', () => {
    const policy = pagePolicy(['https://tiles.example'], {
      frameAncestors: [],
      styles: [],
      scripts: [],
    });
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data: blob: https://tiles.example",
      "connect-src 'self' https://tiles.example",
      "worker-src 'self'",
      "font-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]);
  });

  it('allows the style elements of the page by their hashes', () => {
    const page = '<style>p{margin:0}</style><style>\n</style><p style="margin:1px">';
    const styles = styleSources(page);
    expect(styles).toEqual([
      "'sha256-QRQPRLGyxt3RJiKpYNjpkgHcmHU2PywsfL2e8oI0LQA='",
      "'sha256-AbpHGcgLb+kRsJGnwFEktk7uzpZOCcBY74+YBdrKVGs='",
    ]);
    expect(pagePolicy([], { frameAncestors: [], styles, scripts: [] })).toContain(
      `; style-src 'self' ${styles.join(' ')}; `,
    );
  });
});

describe('the log', () => {
  it('contains the network of a client, not its address', () => {
    expect(networkOf('203.0.113.77')).toBe('203.0.113.0/24');
    expect(networkOf('::ffff:203.0.113.77')).toBe('203.0.113.0/24');
    expect(networkOf('2001:db8:85a3:1::7')).toBe('2001:db8:85a3::/48');
    expect(networkOf('::1')).toBe('::/48');
  });
});

describe('a gate', () => {
  it('admits a number at once, keeps the order, and refuses when too many wait', async () => {
    const gate = createGate({ atOnce: 2, waiting: 2 });
    const order: number[] = [];
    let atOnce = 0;
    let most = 0;
    const job = (index: number) => async () => {
      most = Math.max(most, (atOnce += 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
      order.push(index);
      atOnce -= 1;
    };
    const jobs = [0, 1, 2, 3].map((index) => gate(job(index)));
    await expect(gate(job(4))).rejects.toMatchObject({ id: 'busy' });
    await Promise.all(jobs);
    expect([most, order]).toEqual([2, [0, 1, 2, 3]]);
    await expect(gate(() => Promise.reject(new Error('x')))).rejects.toThrow('x');
    await gate(job(5));
    expect(order.at(-1)).toBe(5);
  });
});

describe('a refusal of the interface of accounts', () => {
  it('is an error of the server, with its status and headers', async () => {
    const refused = refusal(429, 'Wait.', { 'retry-after': '3' });
    expect(toHttpError(refused)).toBe(refused);
    expect(refused).toMatchObject({
      id: 'too-many',
      status: 429,
      headers: { 'retry-after': '3' },
      body: { detail: 'Wait.' },
    });
    const failing = fromStore(async () => {
      throw refused;
    });
    await expect(failing).rejects.toBe(refused);
  });
});
