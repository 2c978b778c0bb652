import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listenForChanges } from '../../../app/net/listen-for-changes.ts';

/** The connections that the page opened, as the browser would. */
const opened: FakeSource[] = [];

class FakeSource extends EventTarget {
  isOpen = true;

  constructor() {
    super();
    opened.push(this);
  }

  close(): void {
    this.isOpen = false;
  }
}

describe('the events of the server', () => {
  const heard: string[] = [];
  let isForAuthor = false;
  /** The revision of what the session adds to the page. */
  let own: string | null = null;
  const listen = () =>
    listenForChanges({
      revision: () => 'one',
      own: () => own,
      changed: () => heard.push('changed'),
      opened: () => heard.push('opened'),
      broken: () => heard.push('broken'),
      back: () => heard.push('back'),
      session: () => heard.push('session'),
      errors: (errors) => heard.push(...errors.map(({ text }) => text)),
      soon: isForAuthor,
    });

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('EventSource', FakeSource);
    vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
    opened.length = 0;
    heard.length = 0;
    own = null;
    isForAuthor = false;
  });

  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('are heard at once by the author of the atlas', () => {
    isForAuthor = true;
    listen();
    vi.advanceTimersByTime(0);
    expect(opened).toHaveLength(1);
    const error = { file: 'a.yaml', line: 2, column: 3, text: 'unknown-key' };
    opened[0]!.dispatchEvent(new MessageEvent('errors', { data: JSON.stringify([error]) }));
    expect(heard).toEqual(['unknown-key']);
  });

  it('come over one connection, for the atlas and for the session', () => {
    listen();
    vi.advanceTimersByTime(10_000);
    expect(opened).toHaveLength(1);
    opened[0]!.dispatchEvent(new MessageEvent('message', { data: '{"revision":"two"}' }));
    opened[0]!.dispatchEvent(new MessageEvent('session'));
    expect(heard).toEqual(['changed', 'session']);
  });

  it('do not say that the atlas has changed when only what the session receives has', () => {
    const connection = listen();
    vi.advanceTimersByTime(10_000);
    const send = (own: string | null, revision = 'one'): boolean =>
      opened
        .at(-1)!
        .dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ revision, own }) }));
    send('elder');
    // The access is lost: the server sends the reason, and then the new revisions.
    opened[0]!.dispatchEvent(new MessageEvent('session'));
    send('member');
    // Another visitor logs in.
    connection.reopen();
    send('warden');
    expect(heard).toEqual(['session']);
    send('warden', 'two');
    expect(heard).toEqual(['session', 'changed']);
  });

  it('say once for each connection that the page has less than the session receives', () => {
    const connection = listen();
    vi.advanceTimersByTime(10_000);
    const send = (served: string | null): boolean =>
      opened
        .at(-1)!
        .dispatchEvent(
          new MessageEvent('message', { data: JSON.stringify({ revision: 'one', own: served }) }),
        );
    for (const [page, served, isHeard] of [
      ['inside', 'inside.interieur', false],
      ['interieur', 'inside.interieur', false],
      [null, 'inside', false],
      ['inside', null, false],
      ['before', 'inside.interieur', true],
    ] as const) {
      heard.length = 0;
      own = page;
      connection.reopen();
      send(served);
      send(served);
      expect([page, served, heard]).toEqual([page, served, isHeard ? ['session'] : []]);
    }
  });

  it('say that a level in a place is prepared, on a page that was open when it was granted', () => {
    listen();
    vi.advanceTimersByTime(10_000);
    own = 'everyone';
    const send = (served: string | null): boolean =>
      opened[0]!.dispatchEvent(
        new MessageEvent('message', { data: JSON.stringify({ revision: 'one', own: served }) }),
      );
    send(null);
    opened[0]!.dispatchEvent(new MessageEvent('session'));
    // Answered as everyone, until what the level opens is prepared.
    send('everyone');
    expect(heard).toEqual(['session']);
    send('inside');
    expect(heard).toEqual(['session', 'changed']);
  });

  it('may have been missed whenever a connection opens, also that of a page shown again', () => {
    listen();
    vi.advanceTimersByTime(10_000);
    opened[0]!.dispatchEvent(new Event('open'));
    Object.assign(document, { hidden: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Object.assign(document, { hidden: false });
    document.dispatchEvent(new Event('visibilitychange'));
    expect(opened.map(({ isOpen }) => isOpen)).toEqual([false, true]);
    opened[1]!.dispatchEvent(new Event('open'));
    expect(heard).toEqual(['opened', 'opened']);
  });

  it('come over a new connection after a login, which opens no connection early', () => {
    const connection = listen();
    connection.reopen();
    expect(opened).toHaveLength(0);
    vi.advanceTimersByTime(10_000);
    connection.reopen();
    expect(opened.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  });
});
