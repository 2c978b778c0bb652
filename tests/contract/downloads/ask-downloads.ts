/** Asks for downloads as a client does. */
import { unzipSync } from 'fflate';
import { AGREEMENT, AREA, type DownloadSite, type Headers } from './download-site.ts';

export const URL = '/api/geodata/prepared-dataset/';

export interface JobAnswer {
  readonly id: string;
  readonly state: string;
  readonly reason: string | null;
  readonly progress: number;
  readonly file: string | null;
}

/** A request that is valid, unless `changes` make it invalid. */
export function orderOf(changes: Readonly<Record<string, unknown>> = {}): object {
  const formats = ['geojson', 'csv', 'xlsx', 'geopackage', 'geoparquet', 'shapefile'];
  return { area: AREA, datasets: ['springs'], formats, agreement: AGREEMENT, ...changes };
}

export function post({ app }: DownloadSite, headers: Headers, payload: object) {
  return app.inject({ method: 'POST', url: URL, headers, payload });
}

export function get({ app }: DownloadSite, headers: Headers, url: string) {
  return app.inject({ method: 'GET', url, headers });
}

/** Asks for a download and waits for its end. Fails when it is refused. */
export async function download(
  site: DownloadSite,
  headers: Headers,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<JobAnswer> {
  const answer = await post(site, headers, orderOf(changes));
  if (answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${answer.body}`);
  return ended(site, headers, answer.json<JobAnswer>().id);
}

/** Waits for the end of a job. */
export async function ended(site: DownloadSite, headers: Headers, id: string): Promise<JobAnswer> {
  for (;;) {
    const answer = await get(site, headers, `${URL}${id}/`);
    const job = answer.json<JobAnswer>();
    if (!['waiting', 'running'].includes(job.state)) return job;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Fetches the file of a job and returns its entries. */
export async function filesOf(
  site: DownloadSite,
  headers: Headers,
  job: JobAnswer,
): Promise<Readonly<Record<string, Uint8Array>>> {
  const answer = await get(site, headers, job.file!);
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  return unzipSync(answer.rawPayload);
}
