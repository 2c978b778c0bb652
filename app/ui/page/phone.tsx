import { Menu, Wrench } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useRef, type PointerEvent, type ReactNode } from 'react';
import { HALF_SHARE, PEEK_PX } from '../../map/map-padding.ts';
import type { SheetStop } from '../../stores/page/ui-store.ts';
import { AccountMenu } from './account-menu.tsx';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { BasesButton } from '../map/bases-button.tsx';
import { LanguageSwitch } from './header.tsx';
import { HelpButton } from './help-button.tsx';
import { PanelFoot, PanelTabs } from './panel.tsx';
import { SearchBox } from '../search/search-box.tsx';
import { ShareButton } from '../share/share-button.tsx';
import { ProjectHead } from '../projects/project-picker.tsx';

const STOPS: readonly SheetStop[] = ['peek', 'half', 'full'];

/** A drag shorter than this many px counts as a tap. */
const TAP_PX = 6;

/** The bar at the top of a phone: layers, title and language. The base maps are below it. */
export const PhoneBar = observer(function PhoneBar(): ReactNode {
  const { ui, bundles } = useAtlas();
  const t = useTexts();
  return (
    <header className="phone-bar">
      <div className="float phone-bar-line">
        <button
          type="button"
          className="float-button"
          aria-label={t('header.menu')}
          onClick={() => ui.setSheet(ui.sheet === 'full' ? 'half' : 'full')}
        >
          <Menu size={20} />
        </button>
        <h1 className="sr-only">{bundles.index.title}</h1>
        <SearchBox />
        <LanguageSwitch />
      </div>
      <BasesButton />
      <HelpButton className="float float-button phone-help" />
      <ShareButton />
      <AccountMenu className="float float-button" />
    </header>
  );
});

/** The bottom sheet of a phone, with three heights. A selected feature replaces its content. */
export const Sheet = observer(function Sheet({ side }: { side: ReactNode }): ReactNode {
  const { ui } = useAtlas();
  const sheet = useRef<HTMLElement>(null);
  const stop = side && ui.sheet === 'peek' ? 'half' : ui.sheet;
  return (
    <aside ref={sheet} className={`sheet sheet-${stop}`} data-stop={stop}>
      <Handle stop={stop} sheet={sheet} />
      {side ?? <SheetContent peek={stop === 'peek'} />}
    </aside>
  );
});

const SheetContent = observer(function SheetContent({ peek }: { peek: boolean }): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const { shown, shownArea, tools, ui } = atlas;
  const project = atlas.projects.open;
  const count = shown.active.length;
  if (peek) {
    const name = shownArea.outline?.title || project?.name;
    return (
      <div className="sheet-peek-line">
        <div>
          <h2>{name ?? t('project.region')}</h2>
          <p className="soft">{count === 0 ? t('legend.empty') : t('layers.active', { count })}</p>
        </div>
        <button type="button" className="button" onClick={() => ui.showTab('layers')}>
          {t('sheet.layers')}
        </button>
      </div>
    );
  }
  return (
    <div className="sheet-body">
      <ProjectHead />
      {/* The sheet covers the button of the map. */}
      <button
        type="button"
        className="sheet-tools"
        onClick={() => {
          ui.setSheet('peek');
          tools.setListOpen(true);
        }}
      >
        <Wrench size={16} aria-hidden="true" />
        {t('tool.bar')}
      </button>
      <PanelTabs />
      <PanelFoot />
    </div>
  );
});

function Handle({
  stop,
  sheet,
}: {
  stop: SheetStop;
  sheet: React.RefObject<HTMLElement | null>;
}): ReactNode {
  const { ui } = useAtlas();
  const t = useTexts();
  const drag = useRef<{ from: number; height: number } | null>(null);
  const place = STOPS.indexOf(stop);
  const go = (by: 1 | -1): void => ui.setSheet(STOPS[place + by] ?? stop);
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from: event.clientY, height: sheet.current?.offsetHeight ?? 0 };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (!drag.current || !sheet.current) return;
    const height = drag.current.height + drag.current.from - event.clientY;
    sheet.current.style.height = `${height}px`;
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>): void => {
    const started = drag.current;
    drag.current = null;
    if (!started || !sheet.current) return;
    sheet.current.style.removeProperty('height');
    const moved = started.from - event.clientY;
    if (Math.abs(moved) < TAP_PX) return;
    ui.setSheet(nearestStop(started.height + moved, window.innerHeight));
  };
  return (
    <div
      className="sheet-handle"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
    >
      <button
        type="button"
        aria-label={t(place < STOPS.length - 1 ? 'sheet.taller' : 'sheet.lower')}
        onClick={() => go(place < STOPS.length - 1 ? 1 : -1)}
      >
        <span className="grip" />
      </button>
    </div>
  );
}

/** Returns the stop nearest to the height in px at which a drag ended. */
function nearestStop(height: number, screen: number): SheetStop {
  if (height < (PEEK_PX + screen * HALF_SHARE) / 2) return 'peek';
  return height < (screen * HALF_SHARE + screen) / 2 ? 'half' : 'full';
}
