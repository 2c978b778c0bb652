import type { ReactNode } from 'react';
import { useAtlas, useTexts } from './atlas-context.ts';

/** Duration of the notice after a copy, in milliseconds. */
const COPIED_MS = 4000;

/**
 * Copies a text and shows a notice. Where the browser forbids it, the notice asks to select the
 * text.
 */
export function CopyButton({ text }: { text: string }): ReactNode {
  const { ui } = useAtlas();
  const t = useTexts();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      ui.say({ text: 'info.copied', stays: COPIED_MS });
    } catch {
      ui.say({ text: 'info.not-copied', stays: COPIED_MS });
    }
  };
  return (
    <button type="button" className="link" onClick={() => void copy()}>
      {t('info.copy')}
    </button>
  );
}
