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
const FAILURES: readonly JobFailure[] = ['forbidden', 'late', 'too-much', 'server'];

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
  async remove(id: string): Promise<CallResult<null>> {
    const result = await this.caller.send({ method: 'DELETE', path: `${PATH}${id}/` });
    return result.ok ? { ok: true, value: null } : result;
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
  const { id, title, restricted, locked } = value;
  return {
    id,
    title: textsOf(title),
    restricted: restricted === true,
    locked: typeof locked === 'string' ? locked : null,
  };
}

function jobOf(value: unknown): Job | null {
  if (!isObject(value)) return null;
  const { id, state, reason, progress, bytes, size, datasets, created, expires, file } = value;
  const known = STATES.find((one) => one === state);
  if (typeof id !== 'string' || !known) return null;
  return {
    id,
    state: known,
    reason: FAILURES.find((one) => one === reason) ?? 'server',
    progress: typeof progress === 'number' ? progress : 0,
    bytes: typeof bytes === 'number' ? bytes : null,
    size: typeof size === 'number' ? size : 0,
    datasets: Array.isArray(datasets) ? datasets.filter((one) => typeof one === 'string') : [],
    created: typeof created === 'string' ? created : '',
    expires: typeof expires === 'string' ? expires : '',
    file: typeof file === 'string' ? file : null,
  };
}

function textsOf(value: unknown): Texts {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([locale, text]) =>
      typeof text === 'string' ? [[locale, text]] : [],
    ),
  );
}
