import { observer } from 'mobx-react-lite';
import { useId, useState, type ReactNode } from 'react';
import { listOf, valuesOf } from 'atlas-engine/runtime';
import { mapAddress } from '../../keep-address.ts';
import { frameOf } from './frame-html.ts';
import { languageName } from '../common/language-name.ts';
import { ShareWays } from './share-ways.tsx';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { useModal } from '../common/use-modal.ts';

/** Layers that the title of a sent link names. */
const MOST_NAMED = 3;

/** The link to the current view, the code that embeds it, and the share menu of the device. */
export const ShareDialog = observer(function ShareDialog(): ReactNode {
  const { address, bundles, projects, shown, ui } = useAtlas();
  const t = useTexts();
  const dialog = useModal();
  const [without, setWithout] = useState(false);
  const [chosen, setChosen] = useState('');
  const linkOf = (lang: string | null): string => {
    const parts = address.shared({ restricted: !without, lang });
    return new URL(mapAddress(parts), window.location.href).href;
  };
  const link = linkOf(chosen || null);
  const name = projects.open?.name ?? bundles.index.title;
  const layers = shown.active
    .filter(({ id }) => !without || !bundles.bundle.groups[id]?.restricted)
    .flatMap(({ id }) => bundles.entries.get(id)?.entry.name ?? []);
  const named = layers.length > MOST_NAMED ? [...layers.slice(0, MOST_NAMED), '…'] : layers;
  const title = [name, valuesOf(named, bundles.index)].filter(Boolean).join(' · ');
  const restricted = listOf(shown.restrictedNames, bundles.index);
  return (
    <dialog
      ref={dialog}
      className="welcome"
      aria-labelledby="share-title"
      onClose={() => ui.setShareOpen(false)}
    >
      <h2 id="share-title" tabIndex={-1}>
        {t('share.title')}
      </h2>
      {restricted !== '' && (
        <div className="share-restricted">
          <p>{t('share.restricted', { names: restricted })}</p>
          <label className="welcome-again">
            <input
              type="checkbox"
              checked={without}
              onChange={(event) => setWithout(event.target.checked)}
            />
            {t('share.without')}
          </label>
        </div>
      )}
      <LinkLanguage chosen={chosen} choose={setChosen} />
      <CopyField label={t('share.link')} action={t('share.copy')} text={link} />
      <ShareWays link={link} title={title} />
      <CopyField
        label={t('share.frame')}
        action={t('share.copy-frame')}
        text={frameOf(linkOf(chosen || bundles.index.locale), name)}
      />
      <PictureButtons />
      <div className="welcome-foot">
        <button
          type="button"
          className="button button-main"
          onClick={() => dialog.current?.close()}
        >
          {t('share.close')}
        </button>
      </div>
    </dialog>
  );
});

/** The language in which the link opens: that of its reader (an empty text), or a chosen one. */
const LinkLanguage = observer(function LinkLanguage({
  chosen,
  choose,
}: {
  chosen: string;
  choose: (locale: string) => void;
}): ReactNode {
  const { index } = useAtlas().bundles;
  const t = useTexts();
  if (index.locales.available.length < 2) return null;
  return (
    <label className="share-language">
      {t('share.language')}
      <select value={chosen} onChange={(event) => choose(event.target.value)}>
        <option value="">{t('share.reader')}</option>
        {index.locales.available.map(({ id }) => (
          <option key={id} value={id}>
            {languageName(id, index)}
          </option>
        ))}
      </select>
    </label>
  );
});

/** Saves the map as a picture, or prints it. */
const PictureButtons = observer(function PictureButtons(): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const [result, setResult] = useState<'share.picture-waiting' | 'share.picture-failed' | null>(
    null,
  );
  const save = async (): Promise<void> => {
    setResult('share.picture-waiting');
    try {
      const { savePicture } = await import('../../picture/save-picture.ts');
      await savePicture(atlas, t);
      setResult(null);
    } catch {
      setResult('share.picture-failed');
    }
  };
  if (!atlas.map.capture) return null;
  return (
    <div className="share-field">
      <h3>{t('share.picture')}</h3>
      <div className="share-line">
        <button type="button" className="button" onClick={() => void save()}>
          {t('share.save-picture')}
        </button>
        <button type="button" className="button" onClick={() => window.print()}>
          {t('share.print')}
        </button>
      </div>
      <p className={result === 'share.picture-failed' ? 'row-failed' : 'soft'} role="status">
        {result && t(result)}
      </p>
    </div>
  );
});

/** A text to copy. The field shows it, for browsers that block copying. */
const CopyField = observer(function CopyField({
  label,
  action,
  text,
}: {
  label: string;
  action: string;
  text: string;
}): ReactNode {
  const t = useTexts();
  const id = useId();
  const [result, setResult] = useState<'share.copied' | 'info.not-copied' | null>(null);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setResult('share.copied'),
      () => setResult('info.not-copied'),
    );
  };
  return (
    <div className="share-field">
      <label htmlFor={id}>{label}</label>
      <div className="share-line">
        <input id={id} readOnly value={text} onFocus={(event) => event.target.select()} />
        <button type="button" className="button" onClick={copy}>
          {action}
        </button>
      </div>
      <p className="soft" role="status">
        {result && t(result)}
      </p>
    </div>
  );
});
