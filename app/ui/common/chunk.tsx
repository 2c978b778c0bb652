import { observer } from 'mobx-react-lite';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { within } from '../../net/within.ts';
import { useAtlas, useTexts } from './atlas-context.ts';
import { Boundary } from './boundary.tsx';

/** How long loading lasts before a message says so, in milliseconds. */
const QUIET_MS = 3000;

type ChunkState = 'quiet' | 'waiting' | 'failed' | { readonly Content: ComponentType };

/**
 * A part of the page whose code, with the words of tools, is loaded when it is first shown. After
 * 3 s it says that it is still loading. After `limits.chunk-timeout`, or when the code cannot be
 * loaded, it says so and offers to try again.
 */
export const Chunk = observer(function Chunk({
  load,
}: {
  load: () => Promise<{ readonly default: ComponentType }>;
}): ReactNode {
  const { bundles } = useAtlas();
  const { chunkTimeout } = bundles.index.limits;
  const t = useTexts();
  const [state, setState] = useState<ChunkState>('quiet');
  useEffect(() => {
    let away = false;
    const timer = setTimeout(() => setState('waiting'), QUIET_MS);
    const finish = (next: ChunkState): void => {
      clearTimeout(timer);
      if (!away) setState(next);
    };
    within(chunkTimeout, Promise.all([load(), bundles.loadToolWords()])).then(
      ([{ default: Content }]) => finish({ Content }),
      () => finish('failed'),
    );
    return () => {
      away = true;
      clearTimeout(timer);
    };
  }, [load, bundles, chunkTimeout]);
  if (typeof state === 'object')
    return (
      <Boundary>
        <state.Content />
      </Boundary>
    );
  return (
    <div className="chunk" role="status">
      {state === 'waiting' && (
        <>
          <div className="progress" aria-hidden="true" />
          <p>{t('screen.waiting')}</p>
        </>
      )}
      {state === 'failed' && (
        <>
          <p>{t('screen.failed')}</p>
          <ReloadButton />
        </>
      )}
    </div>
  );
});

/**
 * Loads the page again, with the view of its address. A browser does not repeat a request for a
 * module while the first one is stalled.
 */
export const ReloadButton = observer(function ReloadButton(): ReactNode {
  const t = useTexts();
  return (
    <button type="button" className="button" onClick={() => window.location.reload()}>
      {t('group.retry')}
    </button>
  );
});
