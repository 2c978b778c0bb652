import './area-picker.css';
import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useContext, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { connectAreaMap, type AreaMapHandle } from '../../map/connect-area-map.ts';
import { AreaStore } from '../../stores/places/area-store.ts';
import { NamedAreaBox } from '../../tools/common/area-by-name.tsx';
import { AreaSize } from '../../tools/common/area-field.tsx';
import { Drawing } from '../../tools/common/drawing.tsx';
import { useAtlas, useTexts } from '../../ui/common/atlas-context.ts';
import { ZoomButtons } from '../../ui/map/zoom-buttons.tsx';
import { useAccountTexts } from './account-texts.ts';
import { AreaFieldContext } from './area-field-context.ts';
import { areaIn, areaText, MAX_AREA_VERTICES } from './area-text.ts';
import { useFocusOnChange } from './use-focus-on-change.ts';

/** The most characters of a name; the same as on the server. */
const LONGEST_NAME = 200;

/** Returns a store with the area that a form begins with; an empty one for another text. */
function areaOf(text: string): AreaStore {
  const store = new AreaStore();
  const first = areaIn(text);
  if (first) store.set(first.name === undefined ? first : { ...first, origin: 'named' });
  return store;
}

/** Chooses an area by its name, on a map, or as a pasted text. */
export default observer(function AreaPicker(): ReactNode {
  const field = useContext(AreaFieldContext)!;
  const account = useAccountTexts();
  const t = useTexts();
  const [area] = useState(() => areaOf(field.value));
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
          value={chosen?.origin === 'drawn' ? '' : (chosen?.name ?? unchosen)}
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
      <Drawn area={area} disabled={field.disabled} />
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

/** What draws an area, the map with its size, and its name. */
const Drawn = observer(function Drawn({
  area,
  disabled,
}: {
  area: AreaStore;
  disabled: boolean;
}): ReactNode {
  const { area: chosen, mode } = area;
  const ways = useFocusOnChange(mode);
  return (
    <>
      <div ref={ways}>
        {mode ? <Drawing area={area} /> : <Ways area={area} disabled={disabled} />}
      </div>
      {(mode ?? chosen) && <AreaMap area={area} />}
      <AreaSize area={area} />
      {!mode && chosen?.origin === 'drawn' && <AreaName area={area} disabled={disabled} />}
    </>
  );
});

/** The name of an area that was drawn, under which the person finds it. */
const AreaName = observer(function AreaName({
  area,
  disabled,
}: {
  area: AreaStore;
  disabled: boolean;
}): ReactNode {
  const id = useId();
  const t = useAccountTexts();
  return (
    <div className="tool-field">
      <label htmlFor={id}>{t('admin.area-name')}</label>
      <input
        id={id}
        type="text"
        className="control"
        autoComplete="off"
        maxLength={LONGEST_NAME}
        aria-describedby={`${id}-help`}
        disabled={disabled}
        value={area.area?.name ?? ''}
        onChange={({ target }) => area.rename(target.value)}
      />
      <p id={`${id}-help`} className="soft">
        {t('admin.area-name-help')}
      </p>
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
  const [map, setMap] = useState<AreaMapHandle | null>(null);
  const t = useTexts();
  useEffect(() => {
    const place = container.current;
    if (!place) return undefined;
    let away = false;
    let made: AreaMapHandle | null = null;
    connectAreaMap(atlas, area, place).then(
      (connected) => {
        if (away) connected.remove();
        else setMap((made = connected));
      },
      () => setFailed(true),
    );
    return () => {
      away = true;
      made?.remove();
    };
  }, [atlas, area]);
  return (
    <div className="area-map">
      <div ref={container} className="map" />
      {map && <ZoomButtons zoomBy={map.zoomBy} />}
      {failed && <p role="alert">{t('map.not-loaded')}</p>}
    </div>
  );
});
