import { observer } from 'mobx-react-lite';
import { useId, useState, type ReactNode } from 'react';
import { formatCoordinates } from '../../coordinates/format-coordinates.ts';
import { parseCoordinates } from '../../coordinates/parse-coordinates.ts';
import { goToPlace } from '../../ui/search/open-found.ts';
import { contains } from '../../stores/places/area.ts';
import { COORDINATES_FORMATS } from '../../stores/map/coordinates-store.ts';
import { useAtlas, useTexts } from '../../ui/common/atlas-context.ts';
import { CopyButton } from '../common/copy-button.tsx';
import { mayAnalyse } from '../../stores/bundle/may-analyse.ts';

/** The coordinates of a place in every format, to copy; and a field that goes to coordinates. */
export const CoordinatesTool = observer(function CoordinatesTool(): ReactNode {
  return (
    <>
      <Values />
      <GoTo />
    </>
  );
});

/** The coordinates of the clicked place, or of the centre of the map. */
const Values = observer(function Values(): ReactNode {
  const { bundles, coordinates } = useAtlas();
  const t = useTexts();
  const name = useId();
  const { kept } = coordinates;
  return (
    <>
      <p>{t('coordinates.help')}</p>
      <fieldset className="tool-field">
        <legend>{t(`coordinates.${kept?.of ?? 'centre'}`)}</legend>
        {COORDINATES_FORMATS.map((format) => {
          const text = kept && formatCoordinates(kept.place, format, bundles.index);
          return (
            <div key={format} className="tool-choice">
              <label>
                <input
                  type="radio"
                  name={name}
                  checked={coordinates.format === format}
                  onChange={() => coordinates.setFormat(format)}
                />
                <span>
                  <span className="soft">{t(`coordinates.${format}`)}</span>
                  <span className="tool-value">{text}</span>
                </span>
              </label>
              {text !== null && (
                <CopyButton
                  text={text}
                  label={`${t('coordinates.copy')} (${t(`coordinates.${format}`)})`}
                />
              )}
            </div>
          );
        })}
      </fieldset>
      <NearHere />
    </>
  );
});

/** The way to what is near the place, for visitors who may analyse. */
const NearHere = observer(function NearHere(): ReactNode {
  const { bundles, coordinates, side } = useAtlas();
  const t = useTexts();
  const { kept } = coordinates;
  if (!kept || !mayAnalyse(bundles.bundle)) return null;
  const [lng, lat] = kept.place;
  return (
    <p>
      <button type="button" className="button" onClick={() => side.openNear({ lng, lat })}>
        {t('tool.near')}
      </button>
    </p>
  );
});

const PROBLEMS = {
  unknown: 'coordinates.unknown',
  range: 'coordinates.range',
  utm: 'coordinates.bad-utm',
} as const;

const GoTo = observer(function GoTo(): ReactNode {
  const atlas = useAtlas();
  const { bundles } = atlas;
  const { region } = bundles.index;
  const t = useTexts();
  const id = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<
    (typeof PROBLEMS)[keyof typeof PROBLEMS] | 'coordinates.outside' | null
  >(null);
  const go = (): void => {
    const parsed = parseCoordinates(text);
    if (!parsed.ok) {
      setProblem(PROBLEMS[parsed.problem]);
      return;
    }
    const [lng, lat] = parsed.place;
    setProblem(contains(region.bounds, { lng, lat, zoom: 0 }) ? null : 'coordinates.outside');
    goToPlace(atlas, parsed.place);
    atlas.coordinates.setClicked(parsed.place);
  };
  const [west, south, east, north] = region.bounds;
  const meridian = (west + east) / 2;
  const middle = [meridian > 180 ? meridian - 360 : meridian, (south + north) / 2] as const;
  const examples = COORDINATES_FORMATS.map((format) =>
    formatCoordinates(middle, format, bundles.index),
  ).join(' · ');
  const isWrong = problem !== null && problem !== 'coordinates.outside';
  return (
    <form
      className="tool-field"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <label htmlFor={id}>{t('coordinates.to')}</label>
      <div className="tool-line">
        <input
          id={id}
          type="text"
          autoComplete="off"
          spellCheck={false}
          value={text}
          aria-invalid={isWrong}
          aria-describedby={`${id}-note ${id}-problem`}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(null);
          }}
        />
        <button type="submit" className="button">
          {t('coordinates.go')}
        </button>
      </div>
      <p id={`${id}-problem`} role="alert" className={isWrong ? 'tool-problem' : 'soft'}>
        {problem && t(problem)}
      </p>
      <p id={`${id}-note`} className="soft">
        {t('coordinates.example', { examples })}
      </p>
    </form>
  );
});
