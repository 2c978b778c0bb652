import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { IndexWordKey } from 'atlas-engine/runtime';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { useModal } from '../common/use-modal.ts';

/** Keys, as they are printed on a keyboard or as words, and what they do. */
type Line = readonly [keys: readonly (IndexWordKey | string)[], text: IndexWordKey];

const SECTIONS: readonly (readonly [heading: IndexWordKey, lines: readonly Line[]])[] = [
  [
    'keys.everywhere',
    [
      [['keys.tab'], 'keys.next'],
      [['keys.enter', 'keys.space'], 'keys.act'],
      [['keys.arrows'], 'keys.choose'],
      [['keys.escape'], 'keys.leave'],
    ],
  ],
  [
    'keys.on-map',
    [
      [['keys.arrows'], 'keys.move'],
      [['+', '−'], 'keys.zoom'],
      [['keys.enter'], 'keys.read'],
    ],
  ],
  [
    'keys.single',
    [
      [['?'], 'keys.list'],
      [['/'], 'keys.find'],
      [['M'], 'keys.map'],
    ],
  ],
];

/** The list of keys, and the setting that switches off those that work alone. */
export const KeysDialog = observer(function KeysDialog(): ReactNode {
  const { ui } = useAtlas();
  const t = useTexts();
  // The browser would focus the checkbox.
  const dialog = useModal('.button-main');
  return (
    <dialog
      ref={dialog}
      className="welcome keys"
      aria-labelledby="keys-title"
      onClose={() => ui.setKeysOpen(false)}
    >
      <h2 id="keys-title" tabIndex={-1}>
        {t('welcome.keys')}
      </h2>
      {SECTIONS.map(([heading, lines]) => (
        <section key={heading}>
          <h3>{t(heading)}</h3>
          <dl>
            {lines.map(([keys, text]) => (
              <div key={text}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{isWord(key) ? t(key) : key}</kbd>
                  ))}
                </dt>
                <dd>{t(text)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <div className="welcome-foot">
        <label className="welcome-again">
          <input
            type="checkbox"
            checked={ui.singleKeys}
            onChange={(event) => ui.setSingleKeys(event.target.checked)}
          />
          {t('keys.allow')}
        </label>
        <button
          type="button"
          className="button button-main"
          onClick={() => dialog.current?.close()}
        >
          {t('keys.close')}
        </button>
      </div>
    </dialog>
  );
});

function isWord(key: string): key is IndexWordKey {
  return key.startsWith('keys.');
}
