/** A proxy on the loopback address that spoils chosen responses of a server. */
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers a request instead of the server. `forward` returns the response of the server. */
export type Fault = (
  response: ServerResponse,
  forward: () => Promise<Answer>,
) => void | Promise<void>;

/** A complete response of the server. */
interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface FaultyProxy {
  readonly url: string;
  /** Paths of requests since the last call of `spoil` or `heal`, with their times in milliseconds. */
  readonly asked: readonly { readonly path: string; readonly at: number }[];
  /** Spoils the responses to paths that match. */
  spoil(path: RegExp, fault: Fault): void;
  heal(): void;
  /** Closes all connections and accepts none, until `open`. */
  shut(): Promise<void>;
  open(): Promise<void>;
  /** Forwards to another server from now on. */
  forwardTo(url: string): void;
}

export async function startFaultyProxy(upstream: string): Promise<FaultyProxy> {
  let target = upstream;
  let spoilt: { readonly path: RegExp; readonly fault: Fault } | null = null;
  const asked: { path: string; at: number }[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    asked.push({ path, at: Date.now() });
    if (spoilt?.path.test(path)) {
      void spoilt.fault(response, () => collect(target, request));
      return;
    }
    pass(target, request, response);
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const change = (next: typeof spoilt): void => {
    asked.length = 0;
    spoilt = next;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    spoil: (path, fault) => change({ path, fault }),
    heal: () => change(null),
    shut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    open: () => listen(port),
    forwardTo: (url) => {
      target = url;
    },
  };
}

function pass(target: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url } = request;
  const upward = ask(`${target}${url}`, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  upward.on('error', () => response.destroy());
  response.on('close', () => upward.destroy());
  request.pipe(upward);
}

function collect(target: string, { method, headers, url }: IncomingMessage): Promise<Answer> {
  return new Promise((resolve, reject) => {
    ask(`${target}${url}`, { method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 502,
          headers: answer.headers,
          body: Buffer.concat(chunks),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}
