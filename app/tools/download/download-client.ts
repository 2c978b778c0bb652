import {
  downloadCounts,
  downloadJob,
  downloadOffer,
  type DownloadJob,
  type DownloadOffer,
  type DownloadOrder,
} from 'atlas-engine/http';
import { AccountCaller, mapped, type CallSurroundings } from '../../account/account-caller.ts';
import type { Outcome } from '../../net/http-client.ts';
import type { Job, Offer } from './download-types.ts';

/** The numbers of objects by dataset. */
type Counts = ReadonlyMap<string, number>;

const PATH = '/api/geodata/prepared-dataset/';
/** Milliseconds until a call is given up. */
const TIMEOUT_MS = 10_000;

/** The calls for downloads. */
export type DownloadCalls = Pick<
  DownloadClient,
  'offer' | 'counts' | 'order' | 'job' | 'remove' | 'check'
>;

/** The calls for downloads. None throws. */
export class DownloadClient {
  private readonly caller: AccountCaller;

  constructor(account: CallSurroundings) {
    this.caller = new AccountCaller(account, TIMEOUT_MS);
  }

  async offer(): Promise<Outcome<Offer>> {
    return mapped(await this.caller.read(PATH, downloadOffer), offerOf);
  }

  /** Counts the objects in an area, given as well-known text. */
  async counts(area: string): Promise<Outcome<Counts>> {
    const answer = await this.caller.read(`${PATH}count/`, downloadCounts, { body: { area } });
    return mapped(answer, ({ datasets }) => new Map(datasets.map(({ id, count }) => [id, count])));
  }

  async order(order: DownloadOrder): Promise<Outcome<Job>> {
    return mapped(await this.caller.read(PATH, downloadJob, { body: order }), shownJob);
  }

  async job(id: string): Promise<Outcome<Job>> {
    return mapped(await this.caller.read(`${PATH}${id}/`, downloadJob), shownJob);
  }

  /** Cancels a job, or removes it with its file. */
  remove(id: string): Promise<Outcome<null>> {
    return this.caller.done(`${PATH}${id}/`, { method: 'DELETE' });
  }

  /** Asks whether the file of a job can be fetched. */
  check(file: string): Promise<Outcome<null>> {
    return this.caller.done(file, { method: 'HEAD' });
  }
}

function offerOf({ datasets, jobs, agreement }: DownloadOffer): Offer {
  return {
    datasets: datasets.map(
      ({ id, title, group = null, restricted, terms = null, wide = false, locked = null }) => ({
        id,
        title,
        group,
        restricted,
        terms,
        wide,
        locked,
      }),
    ),
    jobs: jobs.map(shownJob),
    agreement,
  };
}

function shownJob(job: DownloadJob): Job {
  return { ...job, reason: job.reason ?? 'server' };
}
