/** Server-sent events: tells open maps that the atlas they show has changed. */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Asker } from '../../access/asker.ts';
import { sessionKey, type AtlasSnapshot } from '../../access/atlas-snapshot.ts';
import { AddressCounts } from '../../http/address-counts.ts';
import { BusyError } from '../../http/errors.ts';
import { addGetRoute } from '../../http/get-route.ts';
import type { Limits } from '../../http/limits.ts';
import type { Metrics } from '../../metrics/metrics.ts';

const EVENTS_TYPE = 'text/event-stream; charset=utf-8';

/** Milliseconds between two signs of life, below what proxies cut an idle connection after. */
const HEARTBEAT = 50_000;

/** Milliseconds a browser waits before it connects again. */
const RETRY = 15_000;

/** What a listener is told: changes exactly when what their bundle holds does. */
export interface Revisions {
  /** Of the public bundle. */
  readonly revision: string;
  /** Of what the listener's level adds; null when it adds nothing that everyone has not. */
  readonly own: string | null;
}

/** The revisions of what an asker receives. */
export function revisionsFor(snapshot: AtlasSnapshot, { rank }: Asker): Revisions {
  const parts = snapshot.locales.available.map(
    (locale) => snapshot.sessionParts.get(sessionKey(rank, locale))?.hash ?? '',
  );
  return { revision: snapshot.revision, own: rank > 0 ? parts.join('.') : null };
}

interface Listener {
  readonly response: ServerResponse;
  readonly asker: Asker;
  told: string;
}

/**
 * Adds `GET /atlas/events`. The first event says what is current, each later one what it became.
 * Returns how to tell the listeners of another snapshot; who receives nothing new hears nothing.
 */
export function addEventsRoute(
  app: FastifyInstance,
  {
    limits,
    metrics,
  }: {
    readonly limits: Pick<Limits, 'eventStreams' | 'eventStreamsPerAddress'>;
    readonly metrics: Metrics;
  },
): (snapshot: AtlasSnapshot) => void {
  const listeners = new Set<Listener>();
  const ofAddress = new AddressCounts(limits.eventStreamsPerAddress);
  metrics.gauge('atlas_event_streams', 'Open streams of events.', () => [
    { value: listeners.size },
  ]);
  const tell = (listener: Listener, snapshot: AtlasSnapshot): void => {
    const news = JSON.stringify(revisionsFor(snapshot, listener.asker));
    if (news === listener.told) return;
    listener.told = news;
    listener.response.write(`data: ${news}\n\n`);
  };
  const heartbeat = setInterval(() => {
    for (const { response } of listeners) response.write(':\n\n');
  }, HEARTBEAT);
  heartbeat.unref();
  // Connections that never end would keep a server that stops from stopping.
  app.addHook('preClose', (done) => {
    clearInterval(heartbeat);
    for (const { response } of listeners) response.end();
    done();
  });

  addGetRoute(
    app,
    '/atlas/events',
    (request, reply) => {
      if (request.method === 'HEAD') return reply.type(EVENTS_TYPE).send();
      const { ip } = request;
      if (listeners.size >= limits.eventStreams) throw new BusyError('event-streams');
      if (!ofAddress.take(ip)) throw new BusyError('event-streams-of-address');
      const headers = reply.getHeaders() as Record<string, string | string[] | number>;
      reply.hijack();
      const response = reply.raw;
      response.writeHead(200, {
        ...headers,
        'content-type': EVENTS_TYPE,
        'cache-control': 'private, no-store',
        // A proxy that gathers what is sent would keep the news to itself.
        'x-accel-buffering': 'no',
      });
      response.write(`retry: ${RETRY}\n\n`);
      const listener: Listener = { response, asker: request.atlas.asker, told: '' };
      listeners.add(listener);
      response.on('close', () => {
        listeners.delete(listener);
        ofAddress.give(ip);
      });
      tell(listener, request.atlas.snapshot);
      return reply;
    },
    { ownHead: true, endless: true },
  );
  return (snapshot) => {
    for (const listener of listeners) tell(listener, snapshot);
  };
}
