import { Layers, Lock, Wrench } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, type ReactNode } from 'react';
import { useAtlas, useTexts } from '../ui/common/atlas-context.ts';
import { toolbarOf, toolsOf, type Tool, type ToolbarTool } from './tool-list.ts';

/** The toolbar at the right edge of a large screen. */
export const Toolbar = observer(function Toolbar(): ReactNode {
  const { bundles, ui } = useAtlas();
  const t = useTexts();
  return (
    <nav className="float toolbar" aria-label={t('tool.bar')}>
      <button
        type="button"
        className="tool"
        aria-expanded={!ui.panelFolded}
        onClick={() => {
          ui.showTab('layers');
          ui.foldPanel(!ui.panelFolded);
        }}
      >
        <Layers size={24} aria-hidden="true" />
        {t('tool.layers')}
      </button>
      {toolbarOf(bundles.bundle).map((tool) => (
        <ToolButton key={tool.id} tool={tool} size={24} />
      ))}
    </nav>
  );
});

/** One button for all tools, on small screens. */
export const ToolMenu = observer(function ToolMenu(): ReactNode {
  const { bundles, tools } = useAtlas();
  const t = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { listOpen } = tools;
  useEffect(() => {
    if (!listOpen) return undefined;
    // The button of the sheet that opens the list too is gone.
    if (!place.current?.contains(document.activeElement)) button.current?.focus();
    const onPress = (event: PointerEvent): void => {
      if (!place.current?.contains(event.target as Node)) tools.setListOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [tools, listOpen]);
  return (
    <div
      ref={place}
      className="tool-menu"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !listOpen) return;
        event.preventDefault();
        event.stopPropagation();
        tools.setListOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        className="float float-button"
        aria-label={t('tool.bar')}
        title={t('tool.bar')}
        aria-expanded={listOpen}
        onClick={() => tools.setListOpen(!listOpen)}
      >
        <Wrench size={20} />
      </button>
      {listOpen && (
        <nav className="float tool-list" aria-label={t('tool.bar')}>
          {toolsOf(bundles.bundle).map((tool) => (
            <ToolButton key={tool.id} tool={tool} size={20} />
          ))}
        </nav>
      )}
    </div>
  );
});

const ToolButton = observer(function ToolButton({
  tool,
  size,
}: {
  tool: Tool | ToolbarTool;
  size: number;
}): ReactNode {
  const { side } = useAtlas();
  const t = useTexts();
  const { id, label, Icon } = tool;
  const entry = 'entry' in tool ? tool.entry : undefined;
  return (
    <button
      type="button"
      className="tool"
      aria-pressed={side.tool === id}
      onClick={() => side.toggleTool(id)}
    >
      <Icon size={size} aria-hidden="true" />
      {entry?.name ?? t(label)}
      {(entry?.locked ?? tool.locked) && (
        <>
          <Lock className="tool-lock" size={12} aria-hidden="true" />
          <span className="sr-only"> ({t('tool.locked')})</span>
        </>
      )}
    </button>
  );
});
