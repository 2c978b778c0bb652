import { LoaderCircle } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { IndexWordKey } from 'atlas-engine/runtime';
import type { FeaturePages } from './feature-pages.ts';
import { AccessLink } from '../../ui/common/access-link.tsx';
import { useTexts } from '../../ui/common/atlas-context.ts';

const PROBLEMS = {
  offline: 'explore.offline',
  timeout: 'explore.timeout',
  invalid: 'explore.busy',
  unauthorized: 'explore.refused',
  forbidden: 'explore.refused',
  missing: 'explore.refused',
  limited: 'explore.busy',
  busy: 'explore.busy',
  server: 'explore.busy',
  format: 'explore.busy',
  cancelled: 'explore.cancelled',
} as const satisfies Record<NonNullable<FeaturePages['problem']>, IndexWordKey>;

/** The state of a request for features: in progress, or what has gone wrong, with a way out. */
export const Loading = observer(function Loading({
  pages,
  text,
  retry,
}: {
  pages: FeaturePages;
  text: IndexWordKey;
  retry: () => void;
}): ReactNode {
  const t = useTexts();
  const { loading, problem } = pages;
  const isRefused = problem !== null && PROBLEMS[problem] === 'explore.refused';
  return (
    <div role="status">
      {loading && (
        <p className="side-loading">
          <LoaderCircle size={16} className="spin" aria-hidden="true" />
          {t(text)}
          <button type="button" className="link" onClick={pages.cancel}>
            {t('explore.cancel')}
          </button>
        </p>
      )}
      {problem && (
        <p className={problem === 'cancelled' ? 'soft' : 'tool-problem'}>
          {t(PROBLEMS[problem])}{' '}
          <button type="button" className="link" onClick={retry}>
            {t('group.retry')}
          </button>{' '}
          {isRefused && <AccessLink />}
        </p>
      )}
    </div>
  );
});
