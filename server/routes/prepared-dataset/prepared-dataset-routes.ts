/** Downloads: requests, jobs and files of an account (specification, section 7). */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import {
  downloadAnswer,
  downloadCounts,
  downloadCountsRequest,
  downloadOffer,
  downloadOrder,
  type DownloadAnswer,
  type DownloadCounts,
  type DownloadJob,
  type DownloadOffer,
} from 'atlas-engine/http';
import { present } from 'atlas-engine/runtime';
import type { Asker } from '../../access/asker.ts';
import { shownTo } from '../../access/atlas-snapshot.ts';
import { decideTool } from '../../access/policies.ts';
import { visitorAt } from '../../accounts/ranks.ts';
import { isOneSheet, nameOfFile, type Download } from '../../accounts/download.ts';
import { fetchedLine } from '../../accounts/download-line.ts';
import type { Downloads } from '../../downloads/downloads.ts';
import { decideDownload, mayBeWide, mayFetch } from '../../downloads/permission.ts';
import { createClientGate, type ClientGate } from '../../http/client-gate.ts';
import { MAX_QUERY_BYTES } from '../../geometry/index.ts';
import {
  paramsOf,
  Refusal,
  refusal,
  type AccountRoute,
  type Answer,
  type UserCall,
} from '../accounts/account-route.ts';
import type { GeometryReader } from '../geometries/geometry-reader.ts';
import type { DatasetStore } from '../../store/store.ts';
import { countObjects } from './count-objects.ts';
import { readRequest } from './read-request.ts';

const URL = '/api/geodata/prepared-dataset';

/** The addresses at which downloads are requested. */
export const DOWNLOAD_URLS = [URL, `${URL}/`] as const;

/** The area, and the names of datasets. */
const BODY_LIMIT = MAX_QUERY_BYTES + 50_000;
const ZIP = 'application/zip';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const ID = /^[0-9a-f]{32}$/;

/** Counts run one after the other; the accounts take turns. */
const COUNT_GATE = { atOnce: 1, waiting: 50 };

const ID_PARAMS = paramsOf('The id of a download.');

/** What reads and counts in the areas of requests. */
interface AreaReading {
  readonly geometries: GeometryReader;
  readonly store: DatasetStore;
}

/** The descriptions of the routes in OpenAPI. */
const SCHEMAS = {
  list: {
    summary: 'The datasets that the account may download, its downloads and the data agreement.',
    answer: downloadOffer,
  },
  add: {
    summary:
      'Requests files of datasets in an area: well-known text in degrees. `agreement` is that of the list.',
    produces: [],
    request: downloadOrder,
    bodies: {
      'application/json': {
        example: {
          area: 'POLYGON ((9 4, 10 4, 10 5, 9 4))',
          datasets: ['places'],
          formats: ['csv'],
          agreement: '2026-11-01',
        },
      },
    },
    answers: {
      201: { description: 'The download, with its id and state.', answer: downloadAnswer },
      409: 'The server has no room for more downloads.',
      429: 'This account has too many downloads in preparation; `Retry-After` gives the time to wait.',
    },
  },
  count: {
    summary:
      'The number of features in an area, of each dataset that the account may download there.',
    produces: [],
    request: downloadCountsRequest,
    bodies: {
      'application/json': { example: { area: 'POLYGON ((9 4, 10 4, 10 5, 9 4))' } },
    },
    answers: { 200: { description: 'The counts.', answer: downloadCounts } },
  },
  one: {
    params: ID_PARAMS,
    summary: 'A download and its state: `waiting`, `running`, `done`, `empty` or `failed`.',
    answer: downloadAnswer,
  },
  remove: {
    params: ID_PARAMS,
    summary: 'Removes a download.',
    produces: [],
    answers: { 204: 'The download is removed.' },
  },
  file: {
    params: ID_PARAMS,
    summary:
      'The file of a download that is done: a zip, or the spreadsheet if it is the only file.',
    produces: [ZIP, XLSX],
  },
} as const;

/** Returns the routes of downloads. */
export function preparedDatasetRoutes(
  downloads: Downloads,
  reading: AreaReading,
): readonly AccountRoute[] {
  const one = `${URL}/:id`;
  const gate = createClientGate(COUNT_GATE);
  return [
    {
      method: 'GET',
      url: URL,
      for: 'users',
      schema: SCHEMAS.list,
      answer: (call) => list(call, downloads),
    },
    {
      method: 'POST',
      url: URL,
      for: 'users',
      bodyLimit: BODY_LIMIT,
      schema: SCHEMAS.add,
      answer: (call) => add(call, downloads, reading),
    },
    {
      method: 'POST',
      url: `${URL}/count`,
      for: 'users',
      bodyLimit: BODY_LIMIT,
      schema: SCHEMAS.count,
      answer: (call) => count(call, gate, reading),
    },
    {
      method: 'GET',
      url: one,
      for: 'users',
      schema: SCHEMAS.one,
      answer: async (call) => {
        const job = await find(call);
        const body: DownloadAnswer = { ...(await jobOf(job, downloads)), area: job.request.area };
        return { body };
      },
    },
    {
      method: 'DELETE',
      url: one,
      for: 'users',
      schema: SCHEMAS.remove,
      answer: async (call) => {
        await downloads.remove((await find(call)).id);
        return { status: 204, body: '' };
      },
    },
    {
      method: 'GET',
      url: `${one}/file`,
      for: 'users',
      schema: SCHEMAS.file,
      answer: (call) => send(call, downloads),
    },
    {
      method: 'HEAD',
      url: `${one}/file`,
      for: 'users',
      schema: SCHEMAS.file,
      answer: async (call) => ({ body: '', headers: (await fileOf(call, downloads)).headers }),
    },
  ];
}

/** Sends the jobs of the account, and the datasets that the tool offers to it. */
async function list(call: UserCall, downloads: Downloads): Promise<Answer> {
  const { accounts, request, user } = call;
  const { snapshot } = request.atlas;
  checkTool(call);
  const visitor = askerOf(call);
  const jobs = await accounts.store.downloads.ofAccount(user.account.id);
  const datasets = [...snapshot.datasets].flatMap(([id, served]) => {
    const decision = decideDownload(snapshot, visitor, id);
    const { title, group } = shownTo(served, visitor.rank);
    const { licence, terms } = served.rights;
    const wide = mayBeWide(snapshot, id) || undefined;
    const about = present({
      id,
      title,
      group: group ?? undefined,
      licence,
      terms: terms?.id,
      wide,
    });
    if (decision.allow) return [{ ...about, restricted: decision.rank > 0 }];
    if (decision.status === 404) return [];
    const { rank } = snapshot.access.datasets.get(id)!;
    const level = snapshot.access.levels[Math.max(rank.view, rank.download)];
    return [{ ...about, restricted: true, locked: level }];
  });
  const body: DownloadOffer = {
    datasets,
    jobs: await Promise.all(jobs.map((job) => jobOf(job, downloads))),
    agreement: snapshot.accounts.agreement,
  };
  return { body };
}

/** Sends the number of objects in an area. */
async function count(call: UserCall, gate: ClientGate, reading: AreaReading): Promise<Answer> {
  checkTool(call);
  const visitor = askerOf(call);
  const ask = (): Promise<DownloadCounts> =>
    countObjects(call.body.area, visitor, { call, ...reading });
  return { body: await gate(call.user.account.id.toString(), ask) };
}

async function add(call: UserCall, downloads: Downloads, reading: AreaReading): Promise<Answer> {
  const { accounts, user } = call;
  checkTool(call);
  const request = await readRequest({ call, ...reading });
  const { account } = user;
  if (request.agreement !== null && account.agreement !== request.agreement) {
    await accounts.store.accounts.setAgreement(account.id, request.agreement);
    await accounts.sessions.refresh();
  }
  const added = await downloads.add(account.id, request);
  if (added === 'too-many')
    throw refusal(429, 'This account has too many downloads in preparation. Wait for one to end.', {
      'retry-after': '60',
    });
  if (added === 'no-room')
    throw new Refusal(409, { room: ['The server has no room for more downloads.'] });
  const job: Download = { ...added, state: 'waiting', reason: null, cuts: [], bytes: null };
  const body: DownloadAnswer = { ...(await jobOf(job, downloads)), area: request.area };
  return { status: 201, body };
}

/** Sends the file. A fetch of restricted data leaves a line in the audit. */
async function send(call: UserCall, downloads: Downloads): Promise<Answer> {
  const { accounts, user } = call;
  const { job, headers } = await fileOf(call, downloads);
  const { size, formats } = job.request;
  const restricted = job.cuts.filter(({ rank }) => rank > 0).map(({ dataset }) => dataset);
  if (restricted.length > 0)
    await accounts.store.audit.add({
      at: accounts.now(),
      by: user.account.username,
      action: 'downloaded',
      account: user.account.id,
      detail: fetchedLine({ datasets: restricted, area: size, formats }),
    });
  return { body: createReadStream(downloads.fileOf(job)), headers };
}

/** Finds the file of a job for an account. Permissions are decided again. */
async function fileOf(
  call: UserCall,
  downloads: Downloads,
): Promise<{ readonly job: Download; readonly headers: Readonly<Record<string, string>> }> {
  const job = await find(call);
  if (!mayFetch(call.request.atlas.snapshot, askerOf(call), job.cuts))
    throw refusal(403, 'This account may no longer download these data.');
  const size = await stat(downloads.fileOf(job)).then(
    (found) => found.size,
    () => undefined,
  );
  if (job.state !== 'done' || size === undefined) throw refusal(404, 'Not found.');
  const day = new Date(job.created).toISOString().slice(0, 10);
  const [cut] = job.cuts;
  const one = cut && isOneSheet(job.request) ? cut : null;
  const { username } = call.user.account;
  const name = one ? `${nameOfFile(one, { username, day })}.xlsx` : `atlas-${day}.zip`;
  const headers = {
    'content-type': one ? XLSX : ZIP,
    'content-length': String(size),
    'content-disposition': `attachment; filename="${name}"`,
  };
  return { job, headers };
}

/** Finds a job of the account. A job of another account, or an expired one, answers as an unknown one. */
async function find({ accounts, request, user }: UserCall): Promise<Download> {
  const { id } = request.params as { readonly id: string };
  const job = ID.test(id) ? await accounts.store.downloads.byId(id) : null;
  if (!job || job.account !== user.account.id || job.expires <= accounts.now())
    throw refusal(404, 'This account has no such download. Files are removed after a day.');
  return job;
}

function checkTool(call: UserCall): void {
  const decision = decideTool(call.request.atlas.snapshot.access, askerOf(call), 'download');
  if (decision.allow) return;
  throw decision.status === 404
    ? refusal(404, 'Not found.')
    : refusal(403, 'This account may not use this tool.');
}

function askerOf({ accounts, request, user }: UserCall): Asker {
  return visitorAt(user, request.atlas.snapshot.accounts, accounts.now());
}

/** Returns a job without the text of its area, which may have a megabyte: the page asks for the list often. */
async function jobOf(job: Download, downloads: Downloads): Promise<DownloadJob> {
  const { id, state, reason, bytes, request } = job;
  return {
    id,
    state,
    reason,
    bytes,
    progress: Math.round(100 * downloads.shareOf(job)),
    ahead: await downloads.aheadOf(job),
    size: request.size,
    datasets: request.datasets,
    formats: request.formats,
    created: new Date(job.created).toISOString(),
    expires: new Date(job.expires).toISOString(),
    file: state === 'done' ? `${URL}/${id}/file/` : null,
  };
}
