import {
  downloadJob,
  downloadOffer,
  fits,
  type DownloadJob,
  type DownloadOrder,
} from 'atlas-engine/http';
import { Caller, type CallResult, type CallSurroundings } from '../../account/call.ts';
import type { Job, Offer } from './download-types.ts';

const PATH = '/api/geodata/prepared-dataset/';
/** Milliseconds until a call is given up. An order may need three calls within 30 seconds. */
const TIMEOUT_MS = 10_000;

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
    return this.caller.read({ method: 'GET', path: PATH }, offerOf);
  }

  order(order: DownloadOrder): Promise<CallResult<Job>> {
    return this.caller.read({ method: 'POST', path: PATH, body: order }, jobOf);
  }

  job(id: string): Promise<CallResult<Job>> {
    return this.caller.read({ method: 'GET', path: `${PATH}${id}/` }, jobOf);
  }

  /** Cancels a job, or removes it with its file. */
  remove(id: string): Promise<CallResult<null>> {
    return this.caller.done({ method: 'DELETE', path: `${PATH}${id}/` });
  }

  /** Asks whether the file of a job can be fetched. */
  check(file: string): Promise<CallResult<null>> {
    return this.caller.done({ method: 'HEAD', path: file });
  }
}

function offerOf(value: unknown): Offer | undefined {
  if (!fits(downloadOffer, value)) return undefined;
  const { datasets, jobs, agreement } = value;
  return {
    datasets: datasets.map(({ id, title, restricted, terms = null, locked = null }) => ({
      ...{ id, title, restricted, terms, locked },
    })),
    jobs: jobs.map(shownJob),
    agreement,
  };
}

function jobOf(value: unknown): Job | undefined {
  return fits(downloadJob, value) ? shownJob(value) : undefined;
}

function shownJob(job: DownloadJob): Job {
  return { ...job, reason: job.reason ?? 'server' };
}
