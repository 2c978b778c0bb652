/** The ways in which a response fails. */
import type { Fault } from './faulty-proxy.ts';

const PAGE = '<!doctype html><title>Log in</title><p>Log in to this network.</p>';

/** A picture of one pixel, where something else was expected. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

const body =
  (status: number, type: string, content: string | Buffer): Fault =>
  (response) => {
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
    response.end(content);
  };

/** The answer of the server with other bytes and the same headers. */
const changed =
  (change: (bytes: Buffer) => Buffer, { whole = true } = {}): Fault =>
  async (response, forward) => {
    const { status, headers, body: bytes } = await forward();
    const sent = change(bytes);
    const length = String(whole ? sent.length : bytes.length + 1);
    response.writeHead(status, { ...headers, 'content-length': length });
    response.write(sent);
    if (whole) response.end();
    else setTimeout(() => response.destroy(), 50);
  };

export const WAYS = {
  'breaks the connection': (response) => void response.destroy(),
  'gives 404': body(404, 'application/json', '{"error":"Not found."}'),
  'gives 500 with a page': body(500, 'text/html', PAGE),
  'gives 429': body(429, 'application/json', '{}'),
  'gives 503 without content': body(503, 'text/plain', ''),
  'gives a page as 200': body(200, 'text/html', PAGE),
  'gives nothing as 200': body(200, 'application/octet-stream', ''),
  'gives broken bytes': changed((bytes) => Buffer.alloc(Math.max(bytes.length, 64), 0xf7)),
  'gives half of the bytes': changed((bytes) => bytes.subarray(0, bytes.length / 2), {
    whole: false,
  }),
  'gives another document': body(200, 'application/json', '{"items":[]}'),
  'gives a picture': body(200, 'image/png', PICTURE),
  'never answers': () => undefined,
  'sends a byte per second': (response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    const drip = setInterval(() => response.write('{'), 1000);
    response.on('close', () => clearInterval(drip));
  },
} satisfies Readonly<Record<string, Fault>>;

export type Way = keyof typeof WAYS;
