import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { useNumber } from '../common/use-number.ts';

/** Explains why a group is not visible and offers an action. */
export const RowNote = observer(function RowNote({
  id,
  name,
}: {
  /** The id and name of the group. */
  id: string;
  name: string;
}): ReactNode {
  const { catalogue, filters, groups, layers, map } = useAtlas();
  const t = useTexts();
  const number = useNumber();
  const zooms = groups.zooms(id);
  const reach = groups.reach(id);
  const status = groups.status(id);
  if (status === 'failed')
    return (
      <p className="row-note row-failed" role="status">
        {t('group.failed')} <NoteAction text={t('group.retry')} run={() => groups.retry(id)} />
      </p>
    );
  if (reach === 'below')
    return (
      <p className="row-note">
        {t('group.out-of-zoom', { zoom: number(zooms.min) })}{' '}
        <NoteAction text={t('group.zoom-in')} run={() => map.zoomTo(zooms.min)} />
      </p>
    );
  if (reach === 'above')
    return (
      <p className="row-note">
        {t('group.too-close', { zoom: number(zooms.max) })}{' '}
        <NoteAction text={t('group.zoom-out')} run={() => map.zoomTo(zooms.max - 0.1)} />
      </p>
    );
  if (status === 'loading')
    return (
      <p className="sr-only" role="status">
        {t('group.loading', { name })}
      </p>
    );
  const filtered = filters.filtersOf(id).length > 0;
  const whole = groups.wholeFrom(id);
  if (whole !== null)
    return (
      <p className="row-note">
        {t(filtered ? 'group.selection-filtered' : 'group.selection')}{' '}
        <NoteAction text={t('group.zoom-in')} run={() => map.zoomTo(whole)} />
      </p>
    );
  if (status !== 'empty') return null;
  return (
    <p className="row-note">
      {t(filtered ? 'group.empty-filtered' : 'group.empty')}{' '}
      {filtered ? (
        <NoteAction text={t('criteria.clear')} run={() => layers.clearFilters(id)} />
      ) : (
        <NoteAction text={t('group.go-to-data')} run={() => catalogue.zoomTo(id)} />
      )}
    </p>
  );
});

function NoteAction({ text, run }: { text: string; run: () => void }): ReactNode {
  return (
    <button type="button" className="link" onClick={run}>
      {text}
    </button>
  );
}
