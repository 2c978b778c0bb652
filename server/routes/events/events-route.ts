/** Server-sent events that report to open maps that their atlas has changed. */
import { randomInt } from 'node:crypto';
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

/** Milliseconds between two keep-alive comments, shorter than the idle timeout of proxies. */
const HEARTBEAT = 50_000;

/**
 * Milliseconds that a browser waits at least and at most before it reconnects, so that not all
 * browsers reconnect at once after a restart.
 */
const RETRY = [10_000, 20_000] as const;

/** The content of an event: it changes exactly when the listener's bundle changes. */
export interface Revisions {
  /** Revision of the public bundle. */
  readonly revision: string;
  /** Revision of the session part for the level of the listener; null if there is none. */
  readonly own: string | null;
}

/** Returns the revisions of the bundle parts that a visitor receives. */
export function revisionsFor(snapshot: AtlasSnapshot, { rank }: Asker): Revisions {
  const parts = snapshot.locales.available.map(
    (locale) => snapshot.sessionParts.get(sessionKey(rank, locale))?.hash ?? '',
  );
  return { revision: snapshot.revision, own: rank > 0 ? parts.join('.') : null };
}

interface Listener {
  readonly response: ServerResponse;
  readonly asker: Asker;
  sent: string;
}

/**
 * Adds `GET /atlas/events`. The first event contains the current revisions, and each later event
 * contains the new revisions. Returns a function that notifies the listeners of a new snapshot;
 * listeners whose bundle did not change get no event.
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
  metrics.gauge('atlas_event_streams', 'Open event streams.', () => [{ value: listeners.size }]);
  const notify = (listener: Listener, snapshot: AtlasSnapshot): void => {
    const news = JSON.stringify(revisionsFor(snapshot, listener.asker));
    if (news === listener.sent) return;
    listener.sent = news;
    listener.response.write(`data: ${news}\n\n`);
  };
  const heartbeat = setInterval(() => {
    for (const { response } of listeners) response.write(':\n\n');
  }, HEARTBEAT);
  heartbeat.unref();
  // Connections without an end would prevent the server from stopping.
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
        // Otherwise a proxy may buffer the events.
        'x-accel-buffering': 'no',
      });
      response.write(`retry: ${randomInt(...RETRY)}\n\n`);
      const listener: Listener = { response, asker: request.atlas.asker, sent: '' };
      listeners.add(listener);
      response.on('close', () => {
        listeners.delete(listener);
        ofAddress.give(ip);
      });
      notify(listener, request.atlas.snapshot);
      return reply;
    },
    { ownHead: true, endless: true },
  );
  return (snapshot) => {
    for (const listener of listeners) notify(listener, snapshot);
  };
}
