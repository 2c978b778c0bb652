import { Maximize, X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { analyseAround, chooseAsArea, removeImported, showNear } from './import-file.ts';
import { mayAnalyse } from '../../stores/bundle/may-analyse.ts';
import type { ImportedLayer } from '../../stores/bundle/imported-store.ts';
import { useAtlas, useTexts } from '../../ui/common/atlas-context.ts';

/** The visitor's files, with what can be done with them. */
export const ImportedFiles = observer(function ImportedFiles(): ReactNode {
  const { bundles } = useAtlas();
  const t = useTexts();
  return (
    <section className="imported-files">
      <h3>{t('import.files')}</h3>
      <ul>
        {bundles.imported.layers.map((layer) => (
          <ImportedFile key={layer.id} layer={layer} />
        ))}
      </ul>
    </section>
  );
});

const ImportedFile = observer(function ImportedFile({
  layer,
}: {
  layer: ImportedLayer;
}): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const { id, imported, colors } = layer;
  const { name, fields, kinds, shifts } = imported;
  const colorable = fields.filter(({ values }) => values !== null);
  return (
    <li>
      <p className="imported-name">{name}</p>
      {shifts.map((shift) => (
        <p key={shift.name} className="soft">
          {t('import.shifted', { name: shift.name, error: shift.error })}
        </p>
      ))}
      {colorable.length > 0 && (
        <label className="imported-color">
          <span>{t('import.color')}</span>
          <select
            value={colors?.field ?? ''}
            aria-label={t('import.color-by', { name })}
            onChange={({ target }) => atlas.bundles.imported.colorBy(id, target.value || null)}
          >
            <option value="">{t('import.one-color')}</option>
            {colorable.map((field) => (
              <option key={field.name} value={field.name}>
                {field.name}
              </option>
            ))}
          </select>
        </label>
      )}
      <div className="tool-actions">
        <button
          type="button"
          className="quiet"
          aria-label={t('group.go-to-of', { name })}
          onClick={() => atlas.catalogue.zoomTo(id)}
        >
          <Maximize size={16} /> {t('group.go-to')}
        </button>
        <button
          type="button"
          className="quiet"
          aria-label={t('import.remove-of', { name })}
          onClick={() => removeImported(atlas, id)}
        >
          <X size={16} /> {t('import.remove')}
        </button>
      </div>
      {kinds.includes('area') && (
        <button type="button" className="button" onClick={() => chooseAsArea(atlas, id)}>
          {t('import.use-area')}
        </button>
      )}
      {(kinds.includes('line') || kinds.includes('point')) && <AroundFile id={id} />}
    </li>
  );
});

/** What is near the lines or places of a file, and what is around them. */
const AroundFile = observer(function AroundFile({ id }: { id: string }): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  if (!mayAnalyse(atlas.bundles.bundle)) return null;
  return (
    <div className="tool-actions">
      <button type="button" className="button" onClick={() => showNear(atlas, id)}>
        {t('tool.near')}
      </button>
      <button type="button" className="button" onClick={() => analyseAround(atlas, id)}>
        {t('import.around')}
      </button>
    </div>
  );
});
