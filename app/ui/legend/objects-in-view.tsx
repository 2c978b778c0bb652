import '../../styles/objects.css';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { useNumber } from '../common/use-number.ts';

/** The objects in view as a list of buttons. A button selects its object and moves the map to it. */
export const ObjectsInView = observer(function ObjectsInView(): ReactNode {
  const { inView } = useAtlas();
  const t = useTexts();
  const kilometres = useNumber({ unit: 'kilometer' });
  const { listed, total } = inView;
  const more = total - listed.length;
  return (
    <section className="objects" aria-label={t('objects.title')}>
      <p className="soft" role="status">
        {total === 0 ? t('objects.none') : t('objects.count', { count: total })}
      </p>
      <ol>
        {listed.map((one) => (
          <li key={one.key}>
            <button type="button" onClick={() => inView.choose(one)}>
              <span className="objects-title" lang={one.language}>
                {one.title}
              </span>
              <span className="soft">
                {t('objects.away', {
                  layer: one.layer,
                  distance: kilometres(one.metres / 1000),
                })}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {more > 0 && <p className="soft">{t('objects.more', { count: more })}</p>}
    </section>
  );
});
