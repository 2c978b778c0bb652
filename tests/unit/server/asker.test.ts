import { afterEach, describe, expect, it, vi } from 'vitest';

const levels = ['everyone', 'member', 'elder'];
const request = (level?: string | string[]) => ({
  headers: level === undefined ? {} : { 'x-atlas-level': level },
});

/** Loads the module as in a process started with this NODE_ENV. */
async function startedWith(nodeEnv: string | undefined) {
  vi.resetModules();
  vi.stubEnv('NODE_ENV', nodeEnv);
  return import('../../../server/access/asker.ts');
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the test header', () => {
  it('gives its level under NODE_ENV=test', async () => {
    const { askerFromTestHeader } = await startedWith('test');
    expect(askerFromTestHeader(request('elder'), levels)).toEqual({
      rank: 2,
      scopes: '',
      account: true,
    });
    expect(askerFromTestHeader(request('member'), levels)).toEqual({
      rank: 1,
      scopes: '',
      account: true,
    });
  });

  it.each(['production', 'development', '', undefined, 'TEST', 'tests'])(
    'is not read when the process was started with NODE_ENV=%s',
    async (nodeEnv) => {
      const { ANONYMOUS, askerFromTestHeader } = await startedWith(nodeEnv);
      // Too late: the value at the start of the process counts.
      vi.stubEnv('NODE_ENV', 'test');
      expect(askerFromTestHeader(request('elder'), levels)).toEqual(ANONYMOUS);
    },
  );

  it('gives an anonymous visitor for an unknown level', async () => {
    const { ANONYMOUS, askerFromTestHeader } = await startedWith('test');
    for (const level of ['everyone', 'Elder', '', 'elder,member', '2', '__proto__', undefined]) {
      expect(askerFromTestHeader(request(level), levels)).toEqual(ANONYMOUS);
    }
    expect(askerFromTestHeader(request(['elder', 'elder']), levels)).toEqual(ANONYMOUS);
  });
});
