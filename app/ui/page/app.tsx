import { Layers } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, type ReactNode } from 'react';
import { keepAddress } from '../../keep-address.ts';
import { AccountMenu } from './account-menu.tsx';
import type { AtlasStore } from '../../stores/atlas-store.ts';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { BaseChooser } from '../map/base-chooser.tsx';
import { BasesCover } from '../map/bases-cover.tsx';
import { BasesButton } from '../map/bases-button.tsx';
import { Boundary } from '../common/boundary.tsx';
import { Chunk } from '../common/chunk.tsx';
import { CoordinatesStrip, MiddleMark } from '../map/coordinates-strip.tsx';
import { Credits } from '../map/credits.tsx';
import { DemoBadge } from './demo-badge.tsx';
import { Embed } from './embed.tsx';
import { FeaturePanel } from '../panels/feature-panel.tsx';
import { GroupInfo } from '../panels/group-info.tsx';
import { Header } from './header.tsx';
import { MapControls } from '../map/map-controls.tsx';
import { MapView } from '../map/map-view.tsx';
import { Notices } from './notices.tsx';
import { PanelFoot, PanelTabs } from './panel.tsx';
import { PhoneBar, Sheet } from './phone.tsx';
import { PrintSheet } from './print-sheet.tsx';
import { ProjectHead } from '../projects/project-picker.tsx';
import { SearchBox } from '../search/search-box.tsx';
import { ShareButton } from '../share/share-button.tsx';
import { SkipLinks } from './skip-links.tsx';
import { ToolPanel } from '../../tools/tool-panel.tsx';
import { Toolbar } from '../../tools/toolbar.tsx';
import { useShortcuts } from './use-shortcuts.ts';
import { LOW, NARROW, PHONE, SHORT, useMedia } from '../common/use-media.ts';
import { Welcome } from './welcome.tsx';

const loadKeys = () => import('./keys-dialog.tsx').then((code) => ({ default: code.KeysDialog }));

const loadShare = () =>
  import('../share/share-dialog.tsx').then((code) => ({ default: code.ShareDialog }));

/** The whole page: panel, map, floating controls and side panel. */
export const App = observer(function App(): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const phone = useMedia(PHONE);
  useShortcuts();
  useAddress();
  useEffect(() => atlas.ui.setPhone(phone), [atlas, phone]);
  const { ui } = atlas;
  const side = sideOf(atlas);
  if (ui.embedded) return <Embed side={side} />;
  const folded = !phone && ui.panelFolded;
  return (
    <div
      className={`atlas${phone ? ' atlas-phone' : ''}${folded ? ' atlas-folded' : ''}${
        side ? ' atlas-side' : ''
      }`}
    >
      <Boundary>
        <Welcome />
      </Boundary>
      {ui.shareOpen && <Chunk load={loadShare} />}
      {ui.keysOpen && <Chunk load={loadKeys} />}
      <SkipLinks />
      {atlas.busy && <div className="progress" aria-hidden="true" />}
      <p className="sr-only" role="status">
        {!atlas.map.ready && !atlas.map.failure && t('map.loading')}
      </p>
      {phone ? <PhoneBar /> : folded ? null : <DesktopPanel />}
      <MapArea phone={phone} folded={folded} side={side !== null} />
      {phone ? <Sheet side={side} /> : side && <aside className="side-right">{side}</aside>}
      <PrintSheet />
    </div>
  );
});

/** What the side panel shows: a feature, the information of a group, or a tool. */
function sideOf({ side: { close, content, hit } }: AtlasStore): ReactNode {
  switch (content?.kind) {
    case 'feature':
      return (
        <Boundary subject={`${hit?.group} ${hit?.id}`} onClose={close}>
          <FeaturePanel />
        </Boundary>
      );
    case 'info':
      return (
        <Boundary subject={content.group} onClose={close}>
          <GroupInfo id={content.group} />
        </Boundary>
      );
    case 'tool':
      return (
        <Boundary subject={content.tool} onClose={close}>
          <ToolPanel id={content.tool} />
        </Boundary>
      );
    case undefined:
      return null;
  }
}

/** The map and the elements above it. */
const MapArea = observer(function MapArea({
  phone,
  folded,
  side,
}: {
  phone: boolean;
  folded: boolean;
  /** Whether the side panel is open. */
  side: boolean;
}): ReactNode {
  const { map, ui } = useAtlas();
  const narrow = useMedia(NARROW);
  const short = useMedia(SHORT);
  const compact = useMedia(LOW) || phone;
  const basesFold = phone || short;
  return (
    <main className="map-area">
      <Boundary>
        <MapView />
      </Boundary>
      <MiddleMark />
      <div className="map-top">
        <div className="floats-top">
          {folded && <UnfoldButton />}
          <DemoBadge />
          <BaseEnd />
        </div>
        <Boundary>
          <Notices />
        </Boundary>
      </div>
      {!map.failure && (!basesFold || ui.basesOpen) && (
        <Boundary>{basesFold ? <BasesCover /> : <BaseChooser />}</Boundary>
      )}
      {!map.failure && short && !phone && <BasesButton />}
      {!phone && (
        <div className="floats-end">
          <Boundary>
            <SearchBox />
            <ShareButton />
            <AccountMenu className="float float-button" />
          </Boundary>
        </div>
      )}
      {!compact && <Toolbar />}
      <Boundary>
        {!map.failure && <MapControls tools={compact ? 'menu' : 'ruler'} />}
        {!phone && <CoordinatesStrip />}
      </Boundary>
      <Boundary>
        <Credits short={narrow || side} />
      </Boundary>
    </main>
  );
});

const DesktopPanel = observer(function DesktopPanel(): ReactNode {
  const project = useAtlas().projects.open;
  const t = useTexts();
  const short = useMedia(SHORT);
  return (
    <aside
      className={`panel${project || short ? ' panel-scrolls' : ''}`}
      aria-label={t('panel.title')}
    >
      <Header />
      <ProjectHead />
      <PanelTabs />
      <PanelFoot />
    </aside>
  );
});

const UnfoldButton = observer(function UnfoldButton(): ReactNode {
  const { ui, shown } = useAtlas();
  const t = useTexts();
  return (
    <button type="button" className="float unfold" onClick={() => ui.foldPanel(false)}>
      <Layers size={20} />
      {t('panel.unfold')}
      {shown.active.length > 0 && <span className="count">{shown.active.length}</span>}
    </button>
  );
});

/** Explains why a close view is nearly empty under the data. */
const BaseEnd = observer(function BaseEnd(): ReactNode {
  const { beyondBase } = useAtlas().shown;
  const t = useTexts();
  return beyondBase && <p className="float base-end">{t('map.base-ends')}</p>;
});

/** Keeps the address and the view in sync while the map is open. */
function useAddress(): void {
  const atlas = useAtlas();
  useEffect(() => {
    // Back on the map, whose address may be another one than when it was left.
    if (atlas.map.left) atlas.address.take(window.location);
    // The history belongs to the page around the frame.
    return atlas.ui.embedded ? undefined : keepAddress(atlas);
  }, [atlas]);
}
