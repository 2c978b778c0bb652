/** The open event streams, and what they are notified of. */
import type { ServerResponse } from 'node:http';
import type { ConfigError, Revisions, SessionChange } from 'atlas-engine/http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Asker } from '../../access/asker.ts';
import { UNSCOPED } from '../../access/sight.ts';
import { sessionKey, type AtlasSnapshot } from '../../access/atlas-snapshot.ts';

/** Returns the revisions of the bundle parts that a visitor receives. */
export function revisionsFor(snapshot: AtlasSnapshot, { rank, scopes }: Asker): Revisions {
  const parts = snapshot.locales.available.map(
    (locale) => snapshot.sessionParts.get(sessionKey(rank, locale))?.revision ?? '',
  );
  const hasOwn = rank > 0 || scopes !== UNSCOPED;
  return { revision: snapshot.revision, own: hasOwn ? parts.join('.') : null };
}

type Snapshots = Pick<FastifyInstance, 'currentSnapshot'>;

export interface Listener {
  readonly response: ServerResponse;
  readonly request: Pick<FastifyRequest, 'headers'>;
  visitor: Asker;
  sent: string;
}

function changeOf(before: Asker, after: Asker): SessionChange | null {
  if (before.account && !after.account) return { reason: 'ended' };
  if (before.rank !== after.rank) return { reason: after.rank > before.rank ? 'granted' : 'lost' };
  if (before.scopes === after.scopes) return null;
  return { reason: after.scopes === UNSCOPED ? 'lost' : 'granted' };
}

export class Listeners {
  readonly #open = new Set<Listener>();
  /** The errors of the configuration, for its author. */
  #errors: readonly ConfigError[] = [];

  get size(): number {
    return this.#open.size;
  }

  /** Adds a listener and sends the current revisions. `closed` is called when it has disconnected. */
  add(listener: Listener, app: Snapshots, closed: () => void): void {
    this.#open.add(listener);
    listener.response.on('close', () => {
      this.#open.delete(listener);
      closed();
    });
    notify(listener, app);
    if (this.#errors.length > 0) sendErrors(listener, this.#errors);
  }

  /** Sends errors to all listeners if they have changed. */
  report(errors: readonly ConfigError[]): void {
    if (JSON.stringify(errors) === JSON.stringify(this.#errors)) return;
    this.#errors = errors;
    for (const listener of this.#open) sendErrors(listener, errors);
  }

  /** Notifies all listeners whose bundle has changed. */
  notifyAll(app: Snapshots): void {
    for (const listener of this.#open) notify(listener, app);
  }

  /** Checks the sessions of all listeners, and notifies those whose session has changed. */
  recheckAll(app: Pick<FastifyInstance, 'identify' | 'currentSnapshot'>): void {
    for (const listener of this.#open) {
      // Visitors without an account have nothing to lose; a failed check is repeated soon.
      if (listener.visitor.account) this.#recheck(listener, app).catch(() => undefined);
    }
  }

  keepAlive(): void {
    for (const { response } of this.#open) response.write(':\n\n');
  }

  end(): void {
    for (const { response } of this.#open) response.end();
  }

  async #recheck(
    listener: Listener,
    app: Pick<FastifyInstance, 'identify' | 'currentSnapshot'>,
  ): Promise<void> {
    const visitor = await app.identify(listener.request);
    const change = changeOf(listener.visitor, visitor);
    if (!change || !this.#open.has(listener)) return;
    listener.visitor = visitor;
    listener.response.write(`event: session\ndata: ${JSON.stringify(change)}\n\n`);
    notify(listener, app);
  }
}

function sendErrors({ response }: Listener, errors: readonly ConfigError[]): void {
  response.write(`event: errors\ndata: ${JSON.stringify(errors)}\n\n`);
}

function notify(listener: Listener, app: Snapshots): void {
  const snapshot = app.currentSnapshot(listener.visitor);
  const news = JSON.stringify(revisionsFor(snapshot, listener.visitor));
  if (news === listener.sent) return;
  listener.sent = news;
  listener.response.write(`data: ${news}\n\n`);
}
