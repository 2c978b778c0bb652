/** The list of downloads, while the account, the job or the server is lost. */
import { runInAction } from 'mobx';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { translator } from 'atlas-engine/runtime';
import type { Profile } from '../../../app/account/account-types.ts';
import type { Failure, Outcome } from '../../../app/net/http-client.ts';
import { AtlasStore } from '../../../app/stores/atlas-store.ts';
import type { DownloadCalls } from '../../../app/tools/download/download-client.ts';
import { DownloadStore, type OrderProblem } from '../../../app/tools/download/download-store.ts';
import type { Job, Offer } from '../../../app/tools/download/download-types.ts';
import { problemText } from '../../../app/tools/download/failure-word.ts';
import { followVisitor } from '../../../app/tools/download/make-download-store.ts';
import { AtlasProvider } from '../../../app/ui/common/atlas-context.ts';
import { JobList } from '../../../app/tools/download/job-list.tsx';
import { fixtureIndex, fixtureToolWords } from './fixture-bundle.ts';
import { FIRST_VISIT, fixtureNetwork } from './fixture-network.ts';

const JOB: Job = {
  id: 'a1',
  state: 'running',
  reason: 'server',
  progress: 40,
  ahead: 0,
  bytes: null,
  size: 12,
  datasets: ['wells'],
  file: null,
  created: '2026-11-22T10:00:00Z',
  expires: '2026-11-23T10:00:00Z',
};
const OFFER: Offer = {
  datasets: [
    {
      id: 'wells',
      title: { en: 'Wells' },
      group: null,
      restricted: true,
      terms: null,
      wide: false,
      locked: null,
    },
  ],
  jobs: [JOB],
  agreement: null,
};

const PROFILE: Profile = {
  username: '',
  email: '',
  firstName: '',
  lastName: '',
  levels: [],
  agreementDue: false,
  operator: false,
};

type Kind = Exclude<Failure['kind'], 'limited' | 'invalid'>;
const failed = (kind: Kind): Outcome<never> => ({ ok: false, failure: { kind } });

/** Opens the list with a job that runs; `answer` is the answer to each question about it. */
async function open(answer: () => Outcome<Job>) {
  let ended = 0;
  const order = vi.fn<DownloadCalls['order']>();
  const client: { -readonly [Key in keyof DownloadCalls]: DownloadCalls[Key] } = {
    offer: () => Promise.resolve({ ok: true, value: OFFER }),
    counts: () => Promise.resolve(failed('server')),
    job: () => Promise.resolve(answer()),
    order,
    remove: () => Promise.resolve(failed('missing')),
    check: () => Promise.resolve(failed('missing')),
  };
  const store = new DownloadStore({
    client,
    formats: ['geojson'],
    active: () => [],
    sessionEnded: () => (ended += 1),
  });
  const index = fixtureIndex('en');
  const { words } = fixtureToolWords('en');
  const atlas = new AtlasStore(
    { ...index, words: { ...index.words, ...words } },
    { ...FIRST_VISIT, network: fixtureNetwork(), address: { search: '', hash: '' } },
  );
  await store.open();
  const draw = (): string =>
    renderToStaticMarkup(
      <AtlasProvider value={atlas}>
        <JobList store={store} />
      </AtlasProvider>,
    );
  const text = (): string =>
    draw()
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ');
  const say = (problem: OrderProblem): string =>
    problemText(problem, translator(atlas.bundles.index), {
      maxArea: 1,
      maxObjects: 1,
      locale: 'en',
    });
  return { atlas, client, store, order, say, draw, text, ended: () => ended };
}

/** Why a call fails, and the sentence about an order. */
const FAILURES: readonly (readonly [Kind, string])[] = [
  ['offline', 'The server could not be reached. Your choices are kept.'],
  ['timeout', 'The server could not be reached. Your choices are kept.'],
  ['server', 'The server could not answer. Your choices are kept.'],
  ['forbidden', 'Your account may not download these data.'],
  ['unauthorized', 'Your session has ended. Log in again. The area is kept.'],
];

describe('a download in preparation', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('shows its progress, and how many downloads are ahead of yours', async () => {
    const waiting: Job = { ...JOB, state: 'waiting', progress: 0, ahead: 12 };
    const { draw, text } = await open(() => ({ ok: true, value: waiting }));
    expect(draw()).toContain('value="40"');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(text()).toContain('Preparing download...');
    expect(text()).toContain('12 downloads are ahead of yours in the queue.');
  });

  it('says that the session has ended, and stops', async () => {
    const { draw, text, ended, store } = await open(() => failed('unauthorized'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(text()).toContain('Your session has ended. Log in again. The area is kept.');
    expect(draw()).not.toContain('<progress');
    expect(ended()).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ended()).toBe(1);
    expect(store.jobs).toHaveLength(1);
  });

  it('says that the server no longer has it, and can be removed', async () => {
    const { draw, text, store } = await open(() => failed('missing'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(text()).toContain('Wells This file is no longer available. Prepare it again.');
    expect(draw()).not.toContain('<progress');
    expect(await store.remove(JOB.id)).toBe(true);
    expect(store.jobs).toEqual([]);
  });

  it.each([
    ['forbidden', 'Your account no longer has access to these data.'],
    ['late', 'The preparation took too long.'],
    ['too-much', 'The files would be too large.'],
    ['no-room', 'The server has no room for more files at the moment.'],
    ['server', 'The files could not be prepared. Try again.'],
  ] as const)('says why it failed (%s)', async (reason, sentence) => {
    const { draw, text } = await open(() => ({
      ok: true,
      value: { ...JOB, state: 'failed', reason },
    }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(text()).toContain(sentence);
    expect(draw()).not.toContain('<progress');
  });

  it('says within 30 seconds that the server is silent, and goes on when it is back', async () => {
    let isBack = false;
    const { draw, text } = await open(() =>
      isBack ? { ok: true, value: { ...JOB, progress: 60 } } : failed('offline'),
    );
    await vi.advanceTimersByTimeAsync(30_000);
    expect(text()).toContain('The server does not answer.');
    expect(draw()).not.toContain('<progress');
    isBack = true;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(text()).not.toContain('The server does not answer.');
    expect(draw()).toContain('value="60"');
  });
});

describe('a file that is ready', () => {
  const ready = (bytes: number): Job => ({ ...JOB, id: 'b2', state: 'done', bytes, file: '/b2/' });
  const orderIn = async ({ store, order }: Awaited<ReturnType<typeof open>>): Promise<void> => {
    order.mockResolvedValue({ ok: true, value: { ...JOB, id: 'b2' } });
    await store.order('POLYGON ((0 0, 1 0, 1 1, 0 0))');
    store.stop();
  };

  it('is saved without a click, once, if it is small', async () => {
    const tool = await open(() => ({ ok: true, value: JOB }));
    await orderIn(tool);
    expect(tool.store.takeToSave({ ...JOB, id: 'b2' })).toBe(false);
    expect(tool.store.takeToSave(ready(2_000_000))).toBe(true);
    expect(tool.store.takeToSave(ready(2_000_000))).toBe(false);
  });

  it('waits for a click if it is large, of an earlier visit, or the tool was closed', async () => {
    const tool = await open(() => ({ ok: true, value: JOB }));
    const { store } = tool;
    expect(store.takeToSave({ ...ready(1_000), id: JOB.id })).toBe(false);
    await orderIn(tool);
    expect(store.takeToSave(ready(2_000_001))).toBe(false);
    await orderIn(tool);
    store.close();
    expect(store.takeToSave(ready(1_000))).toBe(false);
  });
});

describe('the choices of a download', () => {
  it('are kept when the disk of the server is full, and it says so', async () => {
    const { store, order, say } = await open(() => ({ ok: true, value: JOB }));
    store.stop();
    store.chooseDatasets(['wells'], true);
    order.mockResolvedValue({ ok: false, failure: { kind: 'invalid', fields: ['room'] } });
    await store.order('POLYGON ((0 0, 1 0, 1 1, 0 0))');
    expect(say(store.problem!)).toBe(
      'The server has no room for more files at the moment. Try again in a few hours.',
    );
    expect([...store.datasets]).toEqual(['wells']);
  });

  it('lose a dataset that the account may no longer download, and keep the others', async () => {
    const { store } = await open(() => ({ ok: true, value: JOB }));
    store.stop();
    store.chooseDatasets(['wells', 'paths'], true);
    await store.open();
    store.stop();
    expect([...store.datasets]).toEqual(['wells']);
  });

  it('are kept for who logs in again, and forgotten for another account', async () => {
    const { atlas, store, draw } = await open(() => ({ ok: true, value: JOB }));
    store.stop();
    const { account } = atlas;
    const be = (username: string | null): void =>
      runInAction(() => {
        account.profile = username === null ? null : { ...PROFILE, username };
      });
    be('awa');
    followVisitor(atlas, store);
    store.chooseDatasets(['wells'], true);
    be(null);
    be('awa');
    expect([...store.datasets]).toEqual(['wells']);
    be(null);
    be('mira');
    expect([store.jobs, store.offer, store.datasets.size, draw()]).toEqual([[], null, 0, '']);
  });

  it.each(FAILURES)(
    'are kept when the order, the list or the file fails (%s), and it says so',
    async (kind, sentence) => {
      const { store, order, client, say } = await open(() => ({ ok: true, value: JOB }));
      store.stop();
      store.chooseDatasets(['wells'], true);
      order.mockResolvedValue(failed(kind));
      await store.order('POLYGON ((0 0, 1 0, 1 1, 0 0))');
      expect([store.ordering, say(store.problem!)]).toEqual([false, sentence]);
      client.offer = () => Promise.resolve(failed(kind));
      await store.open();
      expect([store.offer, store.offerFailure]).toEqual([OFFER, { kind }]);
      client.check = () => Promise.resolve(failed(kind));
      expect(await store.check('/file/')).toEqual({ kind });
      expect([...store.datasets]).toEqual(['wells']);
      client.offer = () => Promise.resolve({ ok: true, value: OFFER });
      await store.open();
      expect(store.offerFailure).toBeNull();
      store.stop();
    },
  );
});
