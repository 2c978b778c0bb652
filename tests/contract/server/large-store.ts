/** A store of many large polygons, and raw connections with controlled reading. */
import { connect, type Socket } from 'node:net';
import type { IntersectsRequest, PageRequest, StoredFeature } from '../../../server/store/store.ts';
import { FixtureStore } from './fixture.ts';

/** Answers from memory; each feature has about the given number of bytes of GeoJSON. */
export class LargeStore extends FixtureStore {
  readonly #features: number;
  readonly #ring: [number, number][];
  /** Number of features read. */
  read = 0;

  constructor({ features, bytes }: { readonly features: number; readonly bytes: number }) {
    super();
    this.#features = features;
    const vertices = Math.ceil(bytes / 22);
    this.#ring = Array.from({ length: vertices }, (_, i) => [
      Number((11 + Math.cos(i / 64)).toFixed(7)),
      Number((1 + Math.sin(i / 64)).toFixed(7)),
    ]);
  }

  override async page({ after = 0, limit }: PageRequest): Promise<StoredFeature[]> {
    await new Promise((resolve) => setImmediate(resolve));
    const length = Math.max(0, Math.min(limit, this.#features - after));
    this.read += length;
    return Array.from({ length }, (_, index) => ({
      id: after + index + 1,
      geometry: { type: 'Polygon', coordinates: [this.#ring] },
      properties: { name: 'A large well' },
    }));
  }

  override async intersects(request: IntersectsRequest): Promise<StoredFeature[]> {
    return this.page(request);
  }
}

export interface RawReader {
  readonly socket: Socket;
  /** Returns the number of bytes received so far. */
  readonly received: () => number;
  /** Returns the first 4 kB received so far. */
  readonly head: () => string;
  /** Returns true if the server has closed or reset the connection. */
  readonly isClosed: () => boolean;
  readonly closed: Promise<void>;
}

/** Connects and sends a request; reading begins with `resume` of the socket. */
export async function openRaw(
  port: number,
  text: string,
  { localAddress = '127.0.0.1', paused = true } = {},
): Promise<RawReader> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  let received = 0;
  let head = '';
  let isClosed = false;
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      isClosed = true;
      resolve();
    });
  });
  // Some tests wait for the reset.
  socket.on('error', () => undefined);
  await new Promise((resolve) => {
    socket.once('connect', resolve);
    socket.once('close', resolve);
  });
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (head.length < 4_096) head += chunk.toString('latin1').slice(0, 4_096);
  });
  if (paused) socket.pause();
  socket.write(text, 'latin1');
  return { socket, received: () => received, head: () => head, isClosed: () => isClosed, closed };
}

export function requestOf(path: string, headers: Readonly<Record<string, string>> = {}): string {
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\nHost: atlas\r\n${more.join('')}\r\n`;
}
