/** Reads what a request for a download asks for. */
import {
  INVALID_EXTENT,
  tooLargeText,
  type AreaDecision,
  type CheckedArea,
} from '../../downloads/check-area.ts';
import type { DownloadRequest } from '../../accounts/download.ts';
import type { DownloadTool } from '../../access/atlas-snapshot.ts';
import { storeUnder } from '../../access/loaded-for.ts';
import { decideDownload, mayBeWide } from '../../downloads/permission.ts';
import { visitorAt } from '../../accounts/ranks.ts';
import { DeadlineExceeded } from '../../geometry/index.ts';
import { fromStore, HttpError } from '../../http/errors.ts';
import type { QueryGeometry } from '../../store/query-geometry.ts';
import type { CountRequest, DatasetStore } from '../../store/store.ts';
import { invalid, refusal, type UserCall } from '../accounts/account-route.ts';
import { readerLocale } from '../accounts/reader-locale.ts';
import type { GeometryReader } from '../geometries/geometry-reader.ts';
import type { GeometryInput } from '../geometries/geometry-tasks.ts';

/** More datasets than any atlas offers. */
const MOST_DATASETS = 500;

/** Time limit of a count in milliseconds. */
const COUNT_MS = 5_000;

/** A request, and what reads its area. */
export interface Reading {
  readonly call: UserCall;
  readonly geometries: GeometryReader;
  readonly store: DatasetStore;
}

const OUTSIDE: AreaDecision = { refused: 'extent' };

/**
 * Reads `{ area, datasets, formats, agreement }`. Throws a `Refusal` with 400 and the name of the
 * field; `extent` and `area` are for an area that is not valid, and one that is too large, with
 * `objects` if only the number of objects of this dataset is. Throws
 * 403 or 404 for a dataset that the account may not download.
 */
export async function readRequest(reading: Reading): Promise<DownloadRequest> {
  const { call } = reading;
  const { body, request } = call;
  const { snapshot } = request.atlas;
  const { area, datasets, formats, agreement } = body;
  const chosen = listOf(datasets, MOST_DATASETS);
  if (chosen === null) throw invalid({ datasets: ['Choose at least one dataset.'] });
  const offered = toolOf(call).formats;
  const wanted = listOf(formats, offered.length);
  const written = offered.filter((format) => wanted?.includes(format));
  if (wanted === null || written.length !== wanted.length)
    throw invalid({ formats: [`Choose at least one of ${offered.join(', ')}.`] });
  checkDatasets(call, chosen);
  const current = snapshot.accounts.agreement;
  if (current !== null && agreement !== current)
    throw invalid({ agreement: ['Accept the current version of the data agreement.'] });
  const checked = await checkedArea(area, reading);
  if (checked.isWide) await checkWide(checked.geometry, chosen, reading);
  return {
    area: area as string,
    size: checked.size,
    datasets: chosen,
    formats: written,
    agreement: current,
    locale: readerLocale(call.request),
  };
}

function toolOf({ request }: UserCall): DownloadTool {
  const tool = request.atlas.snapshot.downloadTool;
  if (!tool) throw refusal(404, 'Not found.');
  return tool;
}

/** Reads the area of a request. Throws a `Refusal` with 400 for one that is not valid. */
export async function checkedArea(
  area: unknown,
  { call, geometries }: Reading,
): Promise<CheckedArea> {
  const { snapshot } = call.request.atlas;
  const { maxArea } = toolOf(call);
  const rules = { maxArea, region: snapshot.region };
  const decision =
    typeof area === 'string' ? await decide({ text: area, rules }, geometries) : OUTSIDE;
  if ('refused' in decision) throw invalid({ extent: [INVALID_EXTENT] });
  return decision;
}

/** Refuses an area that reaches the limit, unless all datasets are open and have few objects there. */
async function checkWide(
  geometry: QueryGeometry,
  datasets: readonly string[],
  { call, store }: Reading,
): Promise<void> {
  const { snapshot } = call.request.atlas;
  const { maxArea, maxObjects } = toolOf(call);
  if (!datasets.every((dataset) => mayBeWide(snapshot, dataset)))
    throw invalid({ area: [tooLargeText(maxArea)] });
  for (const dataset of datasets) {
    const asked = { dataset, geometry, timeout: COUNT_MS };
    const count = await countIn(asked, storeUnder(store, snapshot, 'download'));
    if (count === null || count > maxObjects)
      throw invalid({ area: [tooLargeText(maxArea)], objects: [dataset] });
  }
}

/** Counts the objects of a dataset in an area; null if that takes too long. */
export function countIn(
  asked: CountRequest,
  store: Pick<DatasetStore, 'count'>,
): Promise<number | null> {
  return fromStore(async () => {
    try {
      return await store.count(asked);
    } catch (error) {
      if (error instanceof DeadlineExceeded) return null;
      throw error;
    }
  });
}

/** An area that takes too long to check counts as not valid. */
async function decide(
  area: GeometryInput<'download'>,
  geometries: GeometryReader,
): Promise<AreaDecision> {
  try {
    return await geometries.read('download', area);
  } catch (error) {
    if (error instanceof HttpError && error.status === 400) return OUTSIDE;
    throw error;
  }
}

function checkDatasets({ request, accounts, user }: UserCall, datasets: readonly string[]): void {
  const { snapshot } = request.atlas;
  const visitor = visitorAt(user, snapshot.accounts, accounts.now());
  for (const dataset of datasets) {
    const decision = decideDownload(snapshot, visitor, dataset);
    if (decision.allow) continue;
    throw decision.status === 404
      ? invalid({ datasets: ['A dataset is unknown.'] })
      : refusal(403, 'This account may not download one of these datasets.');
  }
}

/** Returns different texts; null for anything else, for none, and for too many. */
function listOf(value: unknown, most: number): readonly string[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > most) return null;
  const texts = value.filter((item) => typeof item === 'string');
  return texts.length === value.length ? [...new Set(texts)] : null;
}
