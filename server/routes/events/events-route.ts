/** Server-sent events that report to open maps that their atlas or their session has changed. */
import { randomInt } from 'node:crypto';
import { revisions, sessionChange, type ConfigError, type SchemaNode } from 'atlas-engine/http';
import type { FastifyInstance } from 'fastify';
import type { Asker } from '../../access/asker.ts';
import { AddressCounts } from '../../http/address-counts.ts';
import { BusyError } from '../../http/errors.ts';
import { addGetRoute } from '../../http/get-route.ts';
import type { Limits } from '../../http/limits.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { Listeners } from './listeners.ts';

const EVENTS_TYPE = 'text/event-stream; charset=utf-8';

const SCHEMA = {
  summary: 'Events that report changes of the atlas and of the session.',
  description: [
    'The first event has the current revisions, and each later one the new ones, as JSON:',
    ...Object.entries(revisions.properties ?? {}).map(keyInWords),
    'An event `session` has',
    ...Object.entries(sessionChange.properties ?? {}).map(keyInWords),
  ].join(' '),
  produces: ['text/event-stream'],
};

function keyInWords([key, { description }]: readonly [string, SchemaNode]): string {
  return `\`${key}\`: ${description}`;
}

/** The address of the events. */
export const EVENTS_URL = '/atlas/events';

/** Milliseconds between two keep-alive comments, shorter than the idle timeout of proxies. */
const HEARTBEAT = 50_000;

/**
 * Milliseconds that a browser waits at least and at most before it reconnects, so that not all
 * browsers reconnect at once after a restart.
 */
const RETRY = [10_000, 20_000] as const;

declare module 'fastify' {
  interface FastifyInstance {
    /** Checks the sessions of all listeners, and notifies those whose session has changed. */
    recheckListeners(this: void): void;
    /**
     * Sends the errors of the configuration to all listeners, also to those that come later. Only for
     * a server that answers nobody but the author.
     */
    reportErrors(this: void, errors: readonly ConfigError[]): void;
  }
}

type EventLimits = Pick<
  Limits,
  'eventStreams' | 'eventStreamsPerAddress' | 'eventStreamsPerAccount'
>;

/**
 * Adds `GET /atlas/events`. The first event contains the current revisions, and each later event
 * contains the new revisions. Returns a function that notifies the listeners after a change of the
 * snapshots; listeners whose bundle did not change get no event.
 */
export function addEventsRoute(
  app: FastifyInstance,
  {
    limits,
    metrics,
  }: {
    readonly limits: EventLimits;
    readonly metrics: Metrics;
  },
): () => void {
  const listeners = new Listeners();
  const take = takerOf(limits);
  metrics.gauge('atlas_event_streams', 'Open event streams.', () => [{ value: listeners.size }]);
  app.decorate('recheckListeners', () => listeners.recheckAll(app));
  app.decorate('reportErrors', (errors) => listeners.report(errors));
  const heartbeat = setInterval(() => listeners.keepAlive(), HEARTBEAT);
  heartbeat.unref();
  // Connections without an end would prevent the server from stopping.
  app.addHook('preClose', (done) => {
    clearInterval(heartbeat);
    listeners.end();
    done();
  });

  addGetRoute(
    app,
    EVENTS_URL,
    (request, reply) => {
      if (request.method === 'HEAD') return reply.type(EVENTS_TYPE).send();
      const { visitor } = request.atlas;
      if (listeners.size >= limits.eventStreams) throw new BusyError('event-streams');
      const give = take(request.ip, visitor);
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
      const listener = { response, request: { headers: request.headers }, visitor, sent: '' };
      listeners.add(listener, app, give);
      return reply;
    },
    { schema: SCHEMA, ownHead: true, endless: true },
  );
  return () => listeners.notifyAll(app);
}

/**
 * Returns the function that takes a place for a stream, of its address and of its account, and returns
 * the function that gives it back. It throws a `BusyError` when either has no more places.
 */
function takerOf({
  eventStreamsPerAddress,
  eventStreamsPerAccount,
}: EventLimits): (address: string, visitor: Asker) => () => void {
  const ofAddress = new AddressCounts(eventStreamsPerAddress);
  const ofAccount = new AddressCounts(eventStreamsPerAccount);
  return (address, { accountId }) => {
    const account = accountId === undefined ? null : String(accountId);
    if (account !== null && !ofAccount.take(account))
      throw new BusyError('event-streams-of-account');
    const give = (): void => {
      if (account !== null) ofAccount.give(account);
    };
    if (!ofAddress.take(address)) {
      give();
      throw new BusyError('event-streams-of-address');
    }
    return () => {
      give();
      ofAddress.give(address);
    };
  };
}
