import { observer } from 'mobx-react-lite';
import { useState, type ReactNode } from 'react';
import { useAtlas, useTexts } from '../../atlas-context.ts';
import type { DownloadStore } from '../../../tools/download/download-store.ts';
import type { Job } from '../../../tools/download/download-types.ts';

const BYTES_PER_MB = 1_000_000;

const FAILURES = {
  forbidden: 'download.failed-forbidden',
  late: 'download.failed-late',
  'too-much': 'download.failed-too-much',
  server: 'download.failed-server',
} as const;

/** The downloads of the account, newest first. They are listed again after a reload. */
export const JobList = observer(function JobList({ store }: { store: DownloadStore }): ReactNode {
  const t = useTexts();
  if (store.jobs.length === 0) return null;
  return (
    <section className="download-part" aria-label={t('download.jobs')}>
      <h3>{t('download.jobs')}</h3>
      <ul className="download-jobs">
        {store.jobs.map((job) => (
          <JobRow key={job.id} job={job} store={store} />
        ))}
      </ul>
      <p role="alert" className="tool-problem">
        {store.silent && (
          <>
            {t('download.silent')}{' '}
            <button type="button" className="link" onClick={store.follow}>
              {t('group.retry')}
            </button>
          </>
        )}
      </p>
    </section>
  );
});

const JobRow = observer(function JobRow({
  job,
  store,
}: {
  job: Job;
  store: DownloadStore;
}): ReactNode {
  const { bundles } = useAtlas();
  const t = useTexts();
  const [failed, setFailed] = useState(false);
  const { locale, locales } = bundles.index;
  const isOpen = job.state === 'waiting' || job.state === 'running';
  const names = job.datasets.map((id) => {
    const title = store.offer?.datasets.find((one) => one.id === id)?.title;
    return title?.[locale] ?? title?.[locales.fallback] ?? id;
  });
  const remove = async (): Promise<void> => setFailed(!(await store.remove(job.id)));
  return (
    <li>
      <p className="download-job-names">{names.join(', ')}</p>
      <div role="status">
        {isOpen && !store.silent && (
          <>
            {t('download.preparing')}
            <progress
              max={100}
              value={job.state === 'running' ? job.progress : undefined}
              aria-label={t('download.preparing')}
            />
          </>
        )}
        {job.state === 'empty' && <strong>{t('download.empty')}</strong>}
        {job.state === 'failed' && <span className="tool-problem">{t(FAILURES[job.reason])}</span>}
        {job.file !== null && (
          <a className="button button-main" href={job.file} download>
            {t('download.get')}
          </a>
        )}
      </div>
      <p className="soft">
        {job.bytes !== null && `${sizeText(job.bytes, locale)} · `}
        {job.file !== null && t('download.until', { time: timeText(job.expires, locale) })}{' '}
        <button type="button" className="link" onClick={() => void remove()}>
          {t(isOpen ? 'download.stop' : 'download.remove')}
          <span className="sr-only">: {names.join(', ')}</span>
        </button>
      </p>
      <p role="alert" className="tool-problem">
        {failed && t('download.not-removed')}
      </p>
    </li>
  );
});

function sizeText(bytes: number, locale: string): string {
  const number = new Intl.NumberFormat([locale, 'en'], { maximumSignificantDigits: 2 });
  const unit = locale.startsWith('fr') ? 'Mo' : 'MB';
  return `${number.format(bytes / BYTES_PER_MB)}\u00A0${unit}`;
}

function timeText(time: string, locale: string): string {
  const format = new Intl.DateTimeFormat([locale, 'en'], { dateStyle: 'long', timeStyle: 'short' });
  return format.format(new Date(time));
}
