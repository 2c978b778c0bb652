import './import.css';
import { FileUp, LoaderCircle } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useId, useRef, type ReactNode } from 'react';
import { importFile, retryConverted } from './import-file.ts';
import { IMPORT_EXTENSIONS } from './limits.ts';
import { isZipProblem, problemText } from './problem-text.ts';
import { useAtlas, useTexts } from '../../ui/common/atlas-context.ts';
import { useNumber } from '../../ui/common/use-number.ts';
import { ImportedFiles } from './imported-files.tsx';

/** Opens files of the visitor on the map. They are read in a worker. */
export const ImportTool = observer(function ImportTool(): ReactNode {
  const { bundles } = useAtlas();
  const t = useTexts();
  return (
    <>
      <Outcome />
      {bundles.imported.layers.length > 0 && <ImportedFiles />}
      <FileChoice />
      <p className="soft">{t('import.private')}</p>
    </>
  );
});

/** The button for the file dialog. Files can be dropped anywhere on the page. */
const FileChoice = observer(function FileChoice(): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const number = useNumber({ decimals: 1 });
  const input = useRef<HTMLInputElement>(null);
  const about = useId();
  const { importLimits, imported } = atlas.bundles;
  const choose = (files: FileList | null): void => {
    const [file] = files ?? [];
    if (file) void importFile(atlas, file);
  };
  return (
    <div className={imported.dragged ? 'import-drop import-over' : 'import-drop'}>
      <input
        ref={input}
        type="file"
        hidden
        accept={IMPORT_EXTENSIONS}
        onChange={({ target }) => {
          choose(target.files);
          // The same file can be chosen again after a change.
          target.value = '';
        }}
      />
      <button
        type="button"
        className="button"
        aria-describedby={about}
        onClick={() => input.current?.click()}
      >
        <FileUp size={16} aria-hidden="true" /> {t('import.choose')}
      </button>
      <p className="soft import-or">{t('import.drop')}</p>
      <p className="soft" id={about}>
        {t('import.formats', {
          zip: number(importLimits.shapefileBytes / 2 ** 20),
          limit: number(importLimits.bytes / 2 ** 20),
        })}
      </p>
    </div>
  );
});

/** What the last chosen file has come to: progress, success, or the cause of the failure. */
const Outcome = observer(function Outcome(): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const { imported } = atlas.bundles;
  const { current } = imported;
  if (current.state === 'reading')
    return (
      <div className="tool-actions">
        <p className="side-loading" role="status">
          <LoaderCircle size={16} className="spin" aria-hidden="true" />
          {t('import.reading', { name: current.file.name })}
        </p>
        <button type="button" className="button" onClick={imported.cancel}>
          {t('import.cancel')}
        </button>
      </div>
    );
  if (current.state === 'failed')
    return (
      <div className="caution" role="alert">
        <p>{t('import.failed', { name: current.file.name })}</p>
        <p>
          {isZipProblem(current.problem, current.file.name) && (
            <strong>{t('import.invalid-zip')} </strong>
          )}
          {problemText(current.problem, current.file.name, t)}
        </p>
        {current.problem.code === 'reference-system' && current.problem.fault === null && (
          <button type="button" className="button" onClick={() => void retryConverted(atlas)}>
            {t('import.convert')}
          </button>
        )}
      </div>
    );
  const layer = current.state === 'done' ? imported.find(current.layer) : undefined;
  return (
    <div role="status">
      {layer && (
        <Done
          name={layer.imported.name}
          count={layer.imported.features.length}
          skipped={layer.imported.skipped}
        />
      )}
    </div>
  );
});

function Done({
  name,
  count,
  skipped,
}: {
  name: string;
  count: number;
  skipped: number;
}): ReactNode {
  const t = useTexts();
  return (
    <>
      <p>{t('import.done', { name, count })}</p>
      {skipped > 0 && <p className="soft">{t('import.skipped', { count: skipped })}</p>}
    </>
  );
}
