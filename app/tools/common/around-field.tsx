import { observer } from 'mobx-react-lite';
import { useId, type ReactNode } from 'react';
import { areaAround } from '../../stores/places/area-around.ts';
import { useAtlas, useTexts } from '../../ui/common/atlas-context.ts';
import { formatLength } from './format-size.ts';

/** The distances that are offered, in metres. */
const DISTANCES = [1_000, 5_000, 10_000, 20_000];

/** Chooses how far the area extends around the selected place or line. */
export const AroundField = observer(function AroundField(): ReactNode {
  const { area, bundles } = useAtlas();
  const t = useTexts();
  const name = useId();
  const around = area.area?.around;
  if (!around || area.mode) return null;
  const choose = (metres: number): void =>
    area.surround({ ...around, metres }, areaAround(around.core, metres));
  return (
    <fieldset className="tool-field">
      <legend>{t('area.around')}</legend>
      <div className="tool-kinds">
        {DISTANCES.map((metres) => (
          <label key={metres}>
            <input
              type="radio"
              name={name}
              checked={around.metres === metres}
              onChange={() => choose(metres)}
            />
            <span>{formatLength(metres, bundles.index.locale)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
});
