import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { listOf, type IndexWordKey } from 'atlas-engine/runtime';
import { useAtlas, useTexts } from '../../ui/common/atlas-context.ts';
import type { Failure } from '../../net/http-client.ts';
import { areaBelowLimit } from '../common/format-size.ts';
import { isOpen, type DownloadStore } from './download-store.ts';
import type { Job } from './download-types.ts';
import { failureWord } from './failure-word.ts';
import { timeText } from '../../ui/common/time-text.ts';
import { sizeText } from './job-facts.ts';
import { layerName } from './offered-layers.ts';

const FAILURES = {
  forbidden: 'download.failed-forbidden',
  late: 'download.failed-late',
  'too-much': 'download.failed-too-much',
  'no-room': 'download.failed-no-room',
  server: 'download.failed-server',
} as const;

const LIST_ID = 'download-jobs';

/** The way to the list, which is below the button that orders. */
export const JobLink = observer(function JobLink({ store }: { store: DownloadStore }): ReactNode {
  const t = useTexts();
  const count = store.jobs.length;
  if (count === 0) return null;
  return (
    <button
      type="button"
      className="link download-all"
      onClick={() => document.getElementById(LIST_ID)?.focus()}
    >
      {t('download.jobs-count', { count })}
    </button>
  );
});

/** The downloads of the account, newest first; earlier ones that have ended are folded. */
export const JobList = observer(function JobList({ store }: { store: DownloadStore }): ReactNode {
  const t = useTexts();
  if (store.jobs.length === 0) return null;
  const earlier = store.jobs.slice(1).filter((job) => !isOpen(job));
  const current = store.jobs.filter((job) => !earlier.includes(job));
  return (
    <section className="download-part" aria-label={t('download.jobs')}>
      <h3 id={LIST_ID} tabIndex={-1}>
        {t('download.jobs')}
      </h3>
      <ul className="download-jobs">
        {current.map((job) => (
          <JobRow key={job.id} job={job} store={store} />
        ))}
      </ul>
      {earlier.length > 0 && (
        <details className="download-earlier">
          <summary>{t('download.earlier', { count: earlier.length })}</summary>
          <ul className="download-jobs">
            {earlier.map((job) => (
              <JobRow key={job.id} job={job} store={store} />
            ))}
          </ul>
        </details>
      )}
      <p role="alert" className="tool-problem">
        {store.trouble && (
          <>
            {t(troubleWord(store.trouble))}{' '}
            <button type="button" className="link" onClick={store.follow}>
              {t('group.retry')}
            </button>
          </>
        )}
      </p>
    </section>
  );
});

/** The state of a download in words, and its progress. */
const State = observer(function State({
  job,
  isSilent,
}: {
  job: Job;
  /** True while the server does not answer. */
  isSilent: boolean;
}): ReactNode {
  const t = useTexts();
  return (
    <>
      {isOpen(job) && !isSilent && (
        <>
          {t('download.preparing')}
          <progress
            max={100}
            value={job.state === 'running' ? job.progress : undefined}
            aria-label={t('download.preparing')}
          />
          {job.ahead > 0 && (
            <span className="soft">{t('download.ahead', { count: job.ahead })}</span>
          )}
        </>
      )}
      {job.state === 'gone' && <span className="tool-problem">{t('download.gone')}</span>}
      {job.state === 'empty' && <strong>{t('download.empty')}</strong>}
      {job.state === 'failed' && <span className="tool-problem">{t(FAILURES[job.reason])}</span>}
    </>
  );
});

/** The link to the file of a download, which is saved by itself once. */
function JobFile({
  job,
  file,
  store,
  failed,
}: {
  job: Job;
  file: string;
  store: DownloadStore;
  /** Called with the reason why the file cannot be fetched; null when it is saved. */
  failed: (problem: IndexWordKey | null) => void;
}): ReactNode {
  const t = useTexts();
  const [isSaved, setSaved] = useState(false);
  const save = useCallback(
    () =>
      saveFile(file, store).then((problem) => {
        failed(problem);
        setSaved(problem === null);
      }),
    [failed, file, store],
  );
  useEffect(() => {
    if (store.takeToSave(job)) void save();
  }, [job, save, store]);
  return (
    <>
      <a
        className="button button-main"
        href={file}
        download
        onClick={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {t('download.get')}
      </a>
      {isSaved && <p className="soft">{t('download.saved')}</p>}
    </>
  );
}

const JobRow = observer(function JobRow({
  job,
  store,
}: {
  job: Job;
  store: DownloadStore;
}): ReactNode {
  const { bundles } = useAtlas();
  const t = useTexts();
  const [problem, setProblem] = useState<IndexWordKey | null>(null);
  const { locale } = bundles.index;
  const row = useRef<HTMLLIElement>(null);
  const isOrdered = store.ordered === job.id;
  // The button that orders stays in view, and the list is below it.
  useEffect(() => {
    if (!isOrdered) return;
    row.current?.focus();
    store.noteShown();
  }, [isOrdered, store]);
  const offered = (id: string) => store.offer?.datasets.find((one) => one.id === id);
  const names = job.datasets.map((id) => {
    const dataset = offered(id);
    return dataset ? layerName(dataset, bundles) : t('download.no-longer-offered');
  });
  const title = listOf([...new Set(names)], bundles.index);
  const remove = async (): Promise<void> =>
    setProblem((await store.remove(job.id)) ? null : 'download.not-removed');
  return (
    <li ref={row} tabIndex={-1}>
      <p className="download-job-names">{title}</p>
      <div role="status">
        <State job={job} isSilent={store.trouble !== null} />
        {job.file !== null && (
          <JobFile job={job} file={job.file} store={store} failed={setProblem} />
        )}
      </div>
      <div className="download-job-foot">
        <p className="soft">
          {[
            areaBelowLimit(job.size, locale),
            job.bytes !== null && sizeText(job.bytes, locale),
            job.file !== null && t('download.until', { time: timeText(job.expires, locale) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <button type="button" className="link" onClick={() => void remove()}>
          {t(isOpen(job) ? 'download.stop' : 'download.remove')}
          <span className="sr-only">: {title}</span>
        </button>
      </div>
      <p role="alert" className="tool-problem">
        {problem && t(problem)}
      </p>
    </li>
  );
});

/**
 * Saves a file, and returns why it cannot be fetched, or null: the browser shows such a file as a
 * failed download, without the reason.
 */
async function saveFile(address: string, store: DownloadStore): Promise<IndexWordKey | null> {
  const failure = await store.check(address);
  if (!failure) startDownload(address);
  return failure && fetchWord(failure);
}

/** Returns the sentence about questions that have no answer. */
function troubleWord(failure: Failure): IndexWordKey {
  const isRefused = failure.kind === 'unauthorized' || failure.kind === 'forbidden';
  return isRefused ? failureWord(failure) : 'download.silent';
}

/** Returns the sentence about a file that cannot be fetched. */
function fetchWord(failure: Failure): IndexWordKey {
  if (failure.kind === 'missing') return 'download.gone';
  return failure.kind === 'forbidden' ? 'download.failed-forbidden' : failureWord(failure);
}

function startDownload(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
