import './area-by-name.css';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { present, type IndexWordKey } from 'atlas-engine/runtime';
import { useAtlas, useTexts } from '../../ui/common/atlas-context.ts';
import { useAfterPress } from './after-press.ts';
import type { ChosenArea } from '../../stores/places/area-store.ts';
import {
  askOutline,
  chosenArea,
  findAreas,
  type NamedArea,
} from '../../stores/places/named-areas.ts';

/** Time without typing until the server is asked, in milliseconds. */
const PAUSE_MS = 200;

/** Why there is no list or no area. */
type Fault = 'offline' | 'no-name' | null;

/** Chooses the area of the tools by name, and shows it on the map. */
export const AreaByName = observer(function AreaByName(): ReactNode {
  const { area, map } = useAtlas();
  const chosen = area.area?.origin === 'named' ? area.area : null;
  return (
    <NamedAreaBox
      value={chosen?.name ?? ''}
      choose={(found, { bbox }) => {
        area.set(found);
        map.goToArea({ bounds: bbox });
      }}
    />
  );
});

/** What happens when an area is chosen. `simplified`: its outline has fewer vertices than the area. */
type Choose = (area: ChosenArea, named: NamedArea & { readonly simplified: boolean }) => void;

interface NamedAreaBoxProps {
  /** The name of the chosen area. */
  value: string;
  choose: Choose;
  /** Called with the text while it is typed, and with an empty one when it is given up. */
  typing?: (text: string) => void;
  /** Called with the text when the box is emptied, or left without a choice. */
  leave?: (text: string) => void;
  /** The most vertices of the outline. */
  vertices?: number;
  /** The id of the text field, and those of the texts that describe it besides its own. */
  inputId?: string;
  describedBy?: string | undefined;
}

/** The names that complete the text. On a phone, the sheet is scrolled to the list. */
const Options = observer(function Options({
  id,
  names: { found, active, isOpen, pick },
}: {
  id: string;
  names: Pick<ReturnType<typeof useNames>, 'found' | 'active' | 'isOpen' | 'pick'>;
}): ReactNode {
  const t = useTexts();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, found]);
  return (
    <ul ref={list} role="listbox" id={`${id}-list`} aria-label={t('area.by-name')} hidden={!isOpen}>
      {found.map((named, at) => (
        <Option
          key={`${named.dataset ?? ''} ${named.id}`}
          id={`${id}-${at}`}
          named={named}
          isActive={at === active}
          choose={() => void pick(named)}
        />
      ))}
    </ul>
  );
});

/** A box that completes the names of areas. */
export const NamedAreaBox = observer(function NamedAreaBox({
  value,
  choose,
  typing,
  leave,
  vertices,
  inputId,
  describedBy,
}: NamedAreaBoxProps): ReactNode {
  const t = useTexts();
  const id = useId();
  const input = inputId ?? `${id}-input`;
  const names = useNames(choose, vertices);
  const { typed, active, isOpen, note, type, onKey } = names;
  const afterPress = useAfterPress();
  return (
    <div
      className="tool-field area-by-name"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        afterPress(() => {
          if (typed) leave?.(typed.trim());
          type(null);
        });
      }}
    >
      <label htmlFor={input}>{t('area.by-name')}</label>
      <input
        id={input}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="done"
        value={typed ?? value}
        placeholder={t('area.name')}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
        aria-describedby={`${id}-note ${describedBy ?? ''}`.trim()}
        onFocus={({ target }) => target.select()}
        onClick={() => typed === null && type('')}
        onChange={({ target }) => {
          const text = target.value.trim();
          type(target.value);
          if (text === '') leave?.('');
          else typing?.(text);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && typed !== null) typing?.('');
          onKey(event);
        }}
      />
      <Options id={id} names={names} />
      <p id={`${id}-note`} role="status" className="soft">
        {note && t(note)}
      </p>
    </div>
  );
});

/** The names that the box lists, and what typing, keys and choices do. */
function useNames(choose: Choose, vertices: number | undefined) {
  const atlas = useAtlas();
  // What was typed since the last choice; null while the box is closed.
  const [typed, setTyped] = useState<string | null>(null);
  const [found, setFound] = useState<readonly NamedArea[]>([]);
  const [active, setActive] = useState(-1);
  const [fault, setFault] = useState<Fault>(null);
  const [isBusy, setBusy] = useState(false);
  const { locale } = atlas.bundles.index;
  useFound({ typed, locale, show: setFound, fail: setFault, busy: setBusy });
  const isOpen = typed !== null && found.length > 0;
  const type = (text: string | null): void => {
    setTyped(text);
    setActive(-1);
    if (text === null) setFound([]);
  };
  const pick = async (named: NamedArea | undefined): Promise<void> => {
    if (!named) return;
    type(null);
    setBusy(true);
    setFault(null);
    const outcome = await askOutline(named, atlas, present({ vertices }));
    setBusy(false);
    if (!outcome.ok) setFault('offline');
    else {
      const { geometry, simplified } = outcome.value;
      choose(chosenArea(named, geometry), { ...named, simplified });
    }
  };
  const onKey = (event: KeyboardEvent): void => {
    const { key, nativeEvent } = event;
    if (nativeEvent.isComposing) return;
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      if (typed === null) type('');
      else if (isOpen) setActive(stepped(active, step, found.length));
    } else if (key === 'Enter') {
      event.preventDefault();
      if (isOpen) void pick(found[Math.max(0, active)]);
    } else if (key === 'Escape' && typed !== null) {
      // Not the side panel too.
      event.preventDefault();
      event.stopPropagation();
      type(null);
    }
  };
  const note: IndexWordKey | null = isBusy ? 'area.searching' : fault && `area.${fault}`;
  return { typed, found, active, isOpen, note, type, pick, onKey };
}

/** Returns the next option; from none, the first or the last. */
function stepped(active: number, step: number, count: number): number {
  return active < 0 ? (step > 0 ? 0 : count - 1) : (active + step + count) % count;
}

/** Asks for areas after a pause in typing. */
function useFound({
  typed,
  locale,
  show,
  fail,
  busy,
}: {
  readonly typed: string | null;
  readonly locale: string;
  readonly show: (found: readonly NamedArea[]) => void;
  readonly fail: (fault: Fault) => void;
  readonly busy: (is: boolean) => void;
}): void {
  const atlas = useAtlas();
  useEffect(() => {
    if (typed === null) return undefined;
    const left = new AbortController();
    const ask = async (): Promise<void> => {
      busy(true);
      const areas = await findAreas(typed.trim(), atlas, left.signal);
      if (left.signal.aborted) return;
      busy(false);
      show(areas ?? []);
      fail(areas === null ? 'offline' : areas.length === 0 && typed !== '' ? 'no-name' : null);
    };
    const timer = setTimeout(() => void ask(), typed === '' ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
      busy(false);
    };
  }, [atlas, typed, locale, show, fail, busy]);
}

function Option({
  id,
  named: { title, context },
  isActive,
  choose,
}: {
  readonly id: string;
  readonly named: NamedArea;
  readonly isActive: boolean;
  readonly choose: () => void;
}): ReactNode {
  const option = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <li
      ref={option}
      role="option"
      id={id}
      aria-selected={isActive}
      // A press keeps the focus in the box.
      onMouseDown={(event) => event.preventDefault()}
      onClick={choose}
    >
      {title}
      {context && <span className="soft"> · {context}</span>}
    </li>
  );
}
