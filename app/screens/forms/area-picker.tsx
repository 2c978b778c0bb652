import './area-picker.css';
import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { connectAreaMap } from '../../map/connect-area-map.ts';
import { AreaStore } from '../../stores/places/area-store.ts';
import { NamedAreaBox } from '../../tools/common/area-by-name.tsx';
import { AreaSize } from '../../tools/common/area-field.tsx';
import { Drawing } from '../../tools/common/drawing.tsx';
import { useAtlas, useTexts } from '../../ui/common/atlas-context.ts';
import { useAccountTexts } from './account-texts.ts';
import { AreaFieldContext } from './area-field-context.ts';
import { areaIn, areaText, MAX_AREA_VERTICES } from './area-text.ts';

/** Chooses an area by its name, on a map, or as a pasted text. */
export default observer(function AreaPicker(): ReactNode {
  const field = useContext(AreaFieldContext)!;
  const account = useAccountTexts();
  const t = useTexts();
  const [area] = useState(() => new AreaStore());
  const [simplified, setSimplified] = useState(false);
  // A name that was typed, but is not that of a chosen area.
  const [unchosen, setUnchosen] = useState('');
  const change = useRef(field.change);
  useEffect(() => {
    change.current = field.change;
  });
  useEffect(
    () =>
      reaction(
        () => area.area,
        (chosen) => {
          // A pasted text stays as it is.
          if (chosen) setUnchosen('');
          if (chosen?.origin === 'import') return;
          if (chosen?.origin !== 'named') setSimplified(false);
          change.current(chosen ? areaText(chosen) : undefined);
        },
      ),
    [area],
  );
  /** Takes a name as the value until an area is chosen: the server refuses it. */
  const typing = (text: string): void => {
    setUnchosen(text);
    field.change(text || (area.area ? areaText(area.area) : undefined));
  };
  const leave = (text: string): void => {
    area.set(null);
    typing(text);
  };
  const paste = (text: string): void => {
    setSimplified(false);
    setUnchosen('');
    area.set(areaIn(text));
    field.change(text === '' ? undefined : text);
  };
  const chosen = area.area;
  return (
    <div className="area-picker">
      {!area.mode && (
        <NamedAreaBox
          value={chosen?.name ?? unchosen}
          typing={typing}
          leave={leave}
          choose={(found, named) => {
            setSimplified(named.simplified);
            area.set(found);
          }}
          vertices={MAX_AREA_VERTICES}
          inputId={field.id}
          describedBy={field.describedBy}
        />
      )}
      {area.mode ? <Drawing area={area} /> : <Ways area={area} disabled={field.disabled} />}
      {(area.mode ?? chosen) && <AreaMap area={area} />}
      <AreaSize area={area} />
      {simplified && <p className="soft">{account('admin.area-simplified')}</p>}
      {area.failed && (
        <p role="alert" className="field-error">
          {t('area.failed')}
        </p>
      )}
      <Pasted value={unchosen === '' ? field.value : ''} disabled={field.disabled} paste={paste} />
    </div>
  );
});

/** The area as a text. */
function Pasted({
  value,
  disabled,
  paste,
}: {
  value: string;
  disabled: boolean;
  paste: (text: string) => void;
}): ReactNode {
  const t = useAccountTexts();
  return (
    <details>
      <summary>{t('admin.area-paste')}</summary>
      <textarea
        rows={4}
        className="control"
        aria-label={t('admin.area-paste')}
        spellCheck={false}
        disabled={disabled}
        value={value}
        onChange={({ target }) => paste(target.value)}
      />
    </details>
  );
}

/** The buttons that begin a drawing, change the area or remove it. */
const Ways = observer(function Ways({
  area,
  disabled,
}: {
  area: AreaStore;
  disabled: boolean;
}): ReactNode {
  const t = useTexts();
  const chosen = area.area;
  const ways = [
    { word: 'area.polygon', run: () => area.draw('polygon') },
    { word: 'area.rectangle', run: () => area.draw('rectangle') },
    ...(chosen?.geometry.type === 'Polygon'
      ? [{ word: 'area.edit', run: () => area.draw('edit') } as const]
      : []),
    ...(chosen ? [{ word: 'area.clear', run: () => area.set(null) } as const] : []),
  ] as const;
  return (
    <div className="tool-actions">
      {ways.map(({ word, run }) => (
        <button key={word} type="button" className="button" disabled={disabled} onClick={run}>
          {t(word)}
        </button>
      ))}
    </div>
  );
});

/** The map on which the area is shown and drawn. */
const AreaMap = observer(function AreaMap({ area }: { area: AreaStore }): ReactNode {
  const atlas = useAtlas();
  const container = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const t = useTexts();
  useEffect(() => {
    const place = container.current;
    if (!place) return undefined;
    let away = false;
    const connected = connectAreaMap(atlas, area, place).then(
      (disconnect) => (away ? disconnect() : disconnect),
      () => setFailed(true),
    );
    return () => {
      away = true;
      void connected.then((disconnect) => disconnect?.());
    };
  }, [atlas, area]);
  return (
    <div className="area-map">
      <div ref={container} className="map" />
      {failed && <p role="alert">{t('map.not-loaded')}</p>}
    </div>
  );
});
