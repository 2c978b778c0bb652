import { present } from 'atlas-engine/runtime';
import { shownTo, type AtlasSnapshot } from '../access/atlas-snapshot.ts';
import type { Asker } from '../access/asker.ts';
import { decideTool } from '../access/policies.ts';
import type { StorePlace } from '../store/store-place.ts';
import type { Download } from '../accounts/download.ts';
import { isTooLarge } from './check-area.ts';
import { decideDownload, mayBeWide } from './permission.ts';
import type { DatasetTask, DownloadTask } from './work/task.ts';

/** What a task needs besides the job and the configuration. */
export interface TaskSite extends Pick<DownloadTask, 'folder' | 'file' | 'maxBytes'> {
  readonly place: StorePlace;
  readonly visitor: Asker;
  readonly username: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Returns the task of a job; null if the account no longer has the permission for all of it. */
export function makeTask(
  { request }: Pick<Download, 'request'>,
  snapshot: AtlasSnapshot,
  { visitor, username, now, ...site }: TaskSite,
): DownloadTask | null {
  if (!decideTool(snapshot.access, visitor, 'download').allow) return null;
  const isWide = isTooLarge(request.size, snapshot.downloadTool?.maxArea ?? 0);
  if (isWide && !request.datasets.every((id) => mayBeWide(snapshot, id))) return null;
  const datasets = request.datasets.map((id) => datasetTask(snapshot, visitor, id));
  if (!datasets.every((dataset) => dataset !== null)) return null;
  const { area, size, formats, agreement, locale } = request;
  const { available, session } = snapshot.locales;
  return {
    ...site,
    area,
    size,
    formats,
    agreement,
    datasets,
    access: snapshot.access,
    parts: snapshot.parts,
    excerpts: snapshot.excerpts,
    recipient: { username, day: new Date(now).toISOString().slice(0, 10) },
    title: snapshot.title,
    locales: available,
    locale: locale !== undefined && available.includes(locale) ? locale : session,
  };
}

function datasetTask(snapshot: AtlasSnapshot, visitor: Asker, id: string): DatasetTask | null {
  const decision = decideDownload(snapshot, visitor, id);
  const served = snapshot.datasets.get(id);
  if (!decision.allow || !served?.download) return null;
  const { dataset, fields, rank, excerpt } = decision;
  return {
    cut: present({ dataset, fields, rank, excerpt }),
    title: shownTo(served, visitor.rank).title,
    info: served.download,
    fields: fields.map((name) => ({ name, ...served.fields.get(name)! })),
    demo: served.demo,
  };
}
