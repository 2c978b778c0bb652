import { Copy } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useAtlas } from '../../ui/common/atlas-context.ts';

/** Copies a text and announces it. A browser that blocks copying gets a message instead. */
export const CopyButton = observer(function CopyButton({
  text,
  label,
}: {
  text: string;
  label: string;
}): ReactNode {
  const { ui } = useAtlas();
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => ui.say({ text: 'coordinates.copied', values: { coordinates: text }, stays: COPIED_MS }),
      () => ui.say({ text: 'info.not-copied' }),
    );
  };
  return (
    <button
      type="button"
      className="icon icon-large"
      aria-label={label}
      title={label}
      onClick={copy}
    >
      <Copy size={16} />
    </button>
  );
});

/** Time in milliseconds during which the message says what was copied. */
const COPIED_MS = 4000;
