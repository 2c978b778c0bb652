import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServiceClient, SERVICE_LIMITS } from '../../../server/services/service-client.ts';
import type { ServiceError } from '../../../server/services/service-error.ts';
import type { ActiveService } from '../../../server/services/service-settings.ts';
import { json, serviceAt, silence, startMockServer, text, type MockServer } from './mock-server.ts';

let server: MockServer;
let other: MockServer;
beforeAll(async () => {
  [server, other] = await Promise.all([
    startMockServer(),
    startMockServer(json({ from: 'other' })),
  ]);
});
afterAll(() => Promise.all([server.close(), other.close()]));

const LIMITS = { idle: 150, total: 600, bytes: 10_000 };

const ask = (
  path = '/a',
  service: ActiveService = serviceAt(server.url),
  limits = LIMITS,
): Promise<unknown> => new ServiceClient(service, limits).json(`${service.address}${path}`);

const fails = async (asking: Promise<unknown>): Promise<ServiceError> => {
  const error = await asking.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ name: 'ServiceError' });
  return error as ServiceError;
};

describe('a service', () => {
  it.each([
    ['a page', text('<!doctype html><p>Log in</p>'), 'the answer is HTML or XML instead of JSON'],
    [
      'half a document',
      text('{"features": [1,', 200),
      'the JSON of the answer is truncated or damaged',
    ],
    ['a word', text('soon'), 'the answer is not JSON'],
    ['nothing', text(''), 'the answer was empty'],
    ['a fault', text('{}', 500), 'the answer was 500 Internal Server Error'],
    ['a refusal', text('{}', 403), 'the answer was 403 Forbidden'],
    ['a limit', text('{}', 429), 'the answer was 429 Too Many Requests'],
  ])('that gives %s is refused with a message', async (_what, handler, words) => {
    server.answer(handler);
    const error = await fails(ask('/layer?f=json'));
    expect(error.message).toContain(`Requested \`${server.url}/layer?f=json\`: ${words}`);
    expect(error.isDown).toBe(false);
  });

  it('that ends early is distinguished from one that is complete', async () => {
    server.answer((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"features": [');
      setTimeout(() => response.destroy(), 20);
    });
    expect((await fails(ask())).message).toContain('the answer ended early');
    server.answer((_request, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync('{"features": []}').subarray(0, 20));
    });
    expect((await fails(ask())).message).toContain('the answer ended early');
  });

  it('that sends nothing times out', async () => {
    server.answer(silence);
    const error = await fails(ask());
    expect(error.message).toContain('no data arrived for 0.2 s');
    expect(error.isDown).toBe(true);
    server.answer((_request, response) => {
      response.writeHead(200);
      response.write('{');
    });
    expect((await fails(ask())).message).toContain('no data arrived for 0.2 s');
  });

  it('that sends slowly times out too', async () => {
    server.answer((request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 30);
      request.once('close', () => clearInterval(timer));
    });
    const patient = { ...LIMITS, idle: 500 };
    const error = await fails(ask('/a', serviceAt(server.url), patient));
    expect(error.message).toContain('the answer took more than 0.6 s');
    expect(error.isDown).toBe(true);
  });

  it('that sends too much is interrupted, compressed or not', async () => {
    server.answer(text('x'.repeat(20_000)));
    expect((await fails(ask())).message).toContain('has more than 10000 bytes');
    server.answer((_request, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync(Buffer.alloc(1_000_000)));
    });
    const error = await fails(ask());
    expect(error.message).toContain('has more than 10000 bytes');
    expect(error.fault).toBe('too-large');
  });

  it('has one limit for all its answers together', async () => {
    server.answer(json('x'.repeat(6_000)));
    const client = new ServiceClient(serviceAt(server.url), LIMITS);
    await client.json(server.url);
    expect((await fails(client.json(server.url))).fault).toBe('too-large');
  });

  it('that does not exist is reported', async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const { port } = gone.address() as { port: number };
    await new Promise((resolve) => gone.close(resolve));
    const error = await fails(ask('/a', serviceAt(`http://127.0.0.1:${port}`)));
    expect(error.message).toContain('no connection (ECONNREFUSED)');
    expect(error.message).toContain('ATLAS_PARKS_URL');
    expect(error.isDown).toBe(true);
  });

  it('may have a key in its address, which no message repeats', async () => {
    server.answer(text('', 500));
    const service = serviceAt(`${server.url}/v1?token=s3cret`);
    const client = new ServiceClient(service, LIMITS);
    const error = await fails(client.json(`${server.url}/v1/parks?f=json&token=s3cret`));
    expect(server.asked).toEqual(['/v1/parks?f=json&token=s3cret']);
    expect(error.message).toContain(`${server.url}/v1/parks?f=json&token=***`);
    expect(error.message).not.toContain('s3cret');
  });
});

describe('a redirect', () => {
  const leadTo = (location: string) =>
    server.answer((request, response) => {
      if (request.url === '/b') return json({ from: 'b' })(request, response);
      response.writeHead(302, { location });
      response.end();
    });

  it('is followed on the same host', async () => {
    leadTo('/b');
    expect(await ask()).toEqual({ from: 'b' });
    expect(server.asked).toEqual(['/a', '/b']);
  });

  it('to another host is refused, unless the operator allows it', async () => {
    leadTo(`${other.url}/there`);
    other.answer(json({ from: 'other' }));
    const error = await fails(ask());
    expect(error.message).toContain(`redirects to \`${other.url}\`, which is not allowed`);
    expect(error.message).toContain('add this host to ATLAS_PARKS_URL');
    expect(other.asked).toEqual([]);
    expect(await ask('/a', serviceAt(server.url, { hosts: [other.url] }))).toEqual({
      from: 'other',
    });
  });

  it('to anything but http is refused', async () => {
    for (const location of ['file:///etc/hostname', 'ftp://127.0.0.1/a', 'http://[']) {
      leadTo(location);
      expect((await fails(ask())).fault).toBe('address');
    }
  });

  it('is limited in number', async () => {
    leadTo('/a');
    expect((await fails(ask())).message).toContain('too many redirects');
    expect(server.asked).toHaveLength(6);
  });
});

describe('a private network', () => {
  it('is reached only at an address the operator set', async () => {
    server.answer(json({ from: 'inside' }));
    const { port } = new URL(server.url);
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]']) {
      const address = `http://${host}:${port}`;
      const error = await fails(ask('/a', serviceAt(address, { named: false })));
      expect(error.message).toContain('of a private network');
      expect(error.message).toContain('instead of `on`');
    }
    expect(server.asked).toEqual([]);
    expect(await ask()).toEqual({ from: 'inside' });
  });
});

it('the limits of the atlas allow a slow connection to load a country', () => {
  expect(SERVICE_LIMITS).toEqual({ idle: 30_000, total: 120_000, bytes: 67_108_864 });
});
