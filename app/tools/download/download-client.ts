import { Caller, isObject, type CallResult, type CallSurroundings } from '../../account/call.ts';
import type {
  DownloadOrder,
  Job,
  JobFailure,
  JobState,
  Offer,
  OfferedDataset,
  Texts,
} from './download-types.ts';

const PATH = '/api/geodata/prepared-dataset/';
/** Milliseconds until a call is given up. An order may need three calls within 30 seconds. */
const TIMEOUT_MS = 10_000;
const STATES: readonly JobState[] = ['waiting', 'running', 'done', 'empty', 'failed'];
const FAILURES: readonly JobFailure[] = ['forbidden', 'late', 'too-much', 'no-room', 'server'];

/** The calls for downloads. */
export type DownloadCalls = Pick<DownloadClient, 'offer' | 'order' | 'job' | 'remove' | 'check'>;

/** The calls for downloads, with the cookies and the origin of the page. None throws. */
export class DownloadClient {
  private readonly caller: Caller;

  constructor(account: Pick<CallSurroundings, 'key' | 'locale'>) {
    this.caller = new Caller({
      ...account,
      fetch: (address, options = {}) =>
        fetch(address, { ...options, signal: AbortSignal.timeout(TIMEOUT_MS) }),
      origin: window.location.origin,
      cookies: () => document.cookie,
    });
  }

  offer(): Promise<CallResult<Offer>> {
    return this.read({ method: 'GET', path: PATH }, offerOf);
  }

  order(order: DownloadOrder): Promise<CallResult<Job>> {
    return this.read({ method: 'POST', path: PATH, body: order }, jobOf);
  }

  job(id: string): Promise<CallResult<Job>> {
    return this.read({ method: 'GET', path: `${PATH}${id}/` }, jobOf);
  }

  /** Cancels a job, or removes it with its file. */
  remove(id: string): Promise<CallResult<null>> {
    return this.caller.done({ method: 'DELETE', path: `${PATH}${id}/` });
  }

  /** Asks whether the file of a job can be fetched. */
  check(file: string): Promise<CallResult<null>> {
    return this.caller.done({ method: 'HEAD', path: file });
  }

  private async read<T>(
    call: Parameters<Caller['send']>[0],
    reader: (value: unknown) => T | null,
  ): Promise<CallResult<T>> {
    const result = await this.caller.send(call);
    if (!result.ok) return result;
    const value = reader(result.value);
    return value === null ? { ok: false, failure: { kind: 'server' } } : { ok: true, value };
  }
}

function offerOf(value: unknown): Offer | null {
  if (!isObject(value)) return null;
  const { datasets, jobs, agreement } = value;
  if (!Array.isArray(datasets) || !Array.isArray(jobs)) return null;
  return {
    datasets: datasets.flatMap((one: unknown) => datasetOf(one) ?? []),
    jobs: jobs.flatMap((one: unknown) => jobOf(one) ?? []),
    agreement: typeof agreement === 'string' ? agreement : null,
  };
}

function datasetOf(value: unknown): OfferedDataset | null {
  if (!isObject(value) || typeof value['id'] !== 'string') return null;
  const { id, title, restricted, terms, locked } = value;
  return {
    id,
    title: textsOf(title),
    restricted: restricted === true,
    terms: typeof terms === 'string' ? terms : null,
    locked: typeof locked === 'string' ? locked : null,
  };
}

function jobOf(value: unknown): Job | null {
  if (!isObject(value)) return null;
  const { id, state, reason, progress, ahead, bytes, size } = value;
  const { datasets, created, expires, file } = value;
  const known = STATES.find((one) => one === state);
  if (typeof id !== 'string' || !known) return null;
  return {
    id,
    state: known,
    reason: FAILURES.find((one) => one === reason) ?? 'server',
    progress: numberOr(progress, 0),
    ahead: numberOr(ahead, 0),
    bytes: numberOr(bytes, null),
    size: numberOr(size, 0),
    datasets: Array.isArray(datasets) ? datasets.filter((one) => typeof one === 'string') : [],
    created: typeof created === 'string' ? created : '',
    expires: typeof expires === 'string' ? expires : '',
    file: typeof file === 'string' ? file : null,
  };
}

function numberOr<T>(value: unknown, otherwise: T): number | T {
  return typeof value === 'number' ? value : otherwise;
}

function textsOf(value: unknown): Texts {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([locale, text]) =>
      typeof text === 'string' ? [[locale, text]] : [],
    ),
  );
}
