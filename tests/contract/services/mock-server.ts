/** A server on the loopback address that replaces an external service. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ActiveService } from '../../../server/services/service-settings.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface MockServer {
  /** The address of the server, such as `http://127.0.0.1:40123`. */
  readonly url: string;
  /** Requests since the handler was last changed: path and query. */
  readonly asked: readonly string[];
  /** Changes the handler. */
  answer(handler: Handler): void;
  close(): Promise<void>;
}

export async function startMockServer(first: Handler = json({})): Promise<MockServer> {
  let handler = first;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: (next) => {
      asked.length = 0;
      handler = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers every request with a document. */
export function json(document: unknown): Handler {
  return (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(document));
  };
}

/** Answers with text, a status and a type. */
export function text(body: string, status = 200, type = 'text/html'): Handler {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': type });
    response.end(body);
  };
}

/** Accepts the request and never answers. */
export const silence: Handler = () => undefined;

/** Returns a service whose address the operator set. */
export function serviceAt(address: string, more: Partial<ActiveService> = {}): ActiveService {
  return { id: 'parks', env: 'ATLAS_PARKS_URL', address, named: true, hosts: [], ...more };
}

/** Returns a point with an invented name. */
export function pointFeature(name: string, lng = 16, lat = 1): object {
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lng, lat] },
    properties: { name },
  };
}
