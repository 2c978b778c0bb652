import { Maximize, X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useId, type ReactNode } from 'react';
import type { IndexWordKey } from 'atlas-engine/runtime';
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
        <Use word="import.use-area" about="import.area-about" use={() => chooseAsArea(atlas, id)} />
      )}
      {(kinds.includes('line') || kinds.includes('point')) && <AroundFile id={id} />}
    </li>
  );
});

/** What is near the lines or places of a file, and what is around them. */
const AroundFile = observer(function AroundFile({ id }: { id: string }): ReactNode {
  const atlas = useAtlas();
  if (!mayAnalyse(atlas.bundles.bundle)) return null;
  return (
    <>
      <Use word="tool.near" about="import.near-about" use={() => showNear(atlas, id)} />
      <Use word="import.around" about="import.around-about" use={() => analyseAround(atlas, id)} />
    </>
  );
});

/** A button that uses a file, and what it does and sends. */
function Use({
  word,
  about,
  use,
}: {
  word: IndexWordKey;
  about: IndexWordKey;
  use: () => void;
}): ReactNode {
  const t = useTexts();
  const id = useId();
  return (
    <div className="imported-use">
      <button type="button" className="button" aria-describedby={id} onClick={use}>
        {t(word)}
      </button>
      <p className="soft" id={id}>
        {t(about)}
      </p>
    </div>
  );
}
