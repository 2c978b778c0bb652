import { observer } from 'mobx-react-lite';
import { useId, useState, type ReactNode } from 'react';
import { useAtlas, useTexts } from '../../ui/common/atlas-context.ts';

const SIDES = ['west', 'south', 'east', 'north'] as const;
const NUMBER = /^[+-]?\d{1,3}(?:[.,]\d{1,15})?$/;

/** A box that is typed as four numbers in degrees. */
export const AreaBox = observer(function AreaBox(): ReactNode {
  const { area, map } = useAtlas();
  const t = useTexts();
  const id = useId();
  const [texts, setTexts] = useState<readonly string[]>(['', '', '', '']);
  const [isWrong, setWrong] = useState(false);
  const use = (): void => {
    const box = readBox(texts);
    setWrong(!box);
    if (!box) return;
    area.setBox(box, 'box');
    map.goToArea({ bounds: box });
  };
  return (
    <details className="download-box">
      <summary>{t('download.box')}</summary>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          use();
        }}
      >
        <div className="download-sides">
          {SIDES.map((side, at) => (
            <label key={side}>
              <span>{t(`download.${side}`)}</span>
              <input
                type="text"
                inputMode="text"
                autoComplete="off"
                value={texts[at]}
                aria-invalid={isWrong}
                aria-describedby={`${id}-problem`}
                onChange={({ target }) => {
                  setTexts(texts.map((text, place) => (place === at ? target.value : text)));
                  setWrong(false);
                }}
              />
            </label>
          ))}
        </div>
        <button type="submit" className="button">
          {t('download.box-use')}
        </button>
        <p id={`${id}-problem`} role="alert" className="tool-problem">
          {isWrong && `${t('download.extent')}. ${t('download.box-help')}`}
        </p>
      </form>
    </details>
  );
});

/** Returns the box, or null if a number cannot be read or a side is on the wrong side of another. */
function readBox(
  texts: readonly string[],
): readonly [west: number, south: number, east: number, north: number] | null {
  if (!texts.every((text) => NUMBER.test(text.trim()))) return null;
  const [west = 0, south = 0, east = 0, north = 0] = texts.map((text) =>
    Number(text.trim().replace(',', '.')),
  );
  const isBox = west < east && south < north;
  const isOnEarth = west >= -180 && east <= 180 && south >= -90 && north <= 90;
  return isBox && isOnEarth ? [west, south, east, north] : null;
}
