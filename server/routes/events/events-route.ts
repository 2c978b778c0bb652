/** Server-sent events that report to open maps that their atlas has changed. */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
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
 * Milliseconds that a browser waits before it reconnects; random by a third, so that not all
 * browsers reconnect at once after a restart.
 */
const RETRY = 15_000;

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
  readonly request: Pick<FastifyRequest, 'headers'>;
  asker: Asker;
  sent: string;
}

/** The content of an event `session`: why the session of the listener has changed. */
export interface SessionChange {
  /**
   * `granted` for a higher level, `lost` for a lower one, `ended` when the session has ended: by a
   * logout, a new password, a suspension or the deletion of the account.
   */
  readonly reason: 'granted' | 'lost' | 'ended';
}

function changeOf(before: Asker, after: Asker): SessionChange | null {
  if (before.account && !after.account) return { reason: 'ended' };
  if (before.rank === after.rank) return null;
  return { reason: after.rank > before.rank ? 'granted' : 'lost' };
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Checks the sessions of all listeners, and notifies those whose session has changed. */
    recheckListeners(this: void): void;
  }
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
  const recheck = async (listener: Listener): Promise<void> => {
    const asker = await app.identify(listener.request);
    const change = changeOf(listener.asker, asker);
    if (!change || !listeners.has(listener)) return;
    listener.asker = asker;
    listener.response.write(`event: session\ndata: ${JSON.stringify(change)}\n\n`);
    notify(listener, app.currentSnapshot());
  };
  app.decorate('recheckListeners', () => {
    for (const listener of listeners) {
      // Visitors without an account have nothing to lose; a failed check is repeated soon.
      if (listener.asker.account) recheck(listener).catch(() => undefined);
    }
  });
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
      response.write(`retry: ${Math.round(RETRY * (0.67 + Math.random() * 0.66))}\n\n`);
      const { headers: sentHeaders } = request;
      const { asker } = request.atlas;
      const listener: Listener = { response, request: { headers: sentHeaders }, asker, sent: '' };
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
