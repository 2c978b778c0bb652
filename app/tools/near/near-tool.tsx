import './near.css';
import { LoaderCircle } from 'lucide-react';
import { autorun } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, type ReactNode } from 'react';
import { formatCoordinates } from '../../coordinates/format-coordinates.ts';
import type { FailureKind } from '../../net/http-client.ts';
import { useAtlas, useStore, useTexts } from '../../ui/common/atlas-context.ts';
import { loadAnalysis } from '../load-analysis.ts';
import { nearOverlay } from './near-overlay.ts';
import { NearResults } from './near-results.tsx';
import { makeNearStore } from './near-store.ts';

const FAILURES = {
  offline: 'near.offline',
  timeout: 'near.offline',
  invalid: 'near.gone',
  unauthorized: 'near.refused',
  forbidden: 'near.refused',
  missing: 'near.gone',
  limited: 'near.limited',
  busy: 'near.busy',
  server: 'near.busy',
  format: 'near.busy',
} as const satisfies Record<FailureKind, string>;

/** Lists what is near a place or a feature. A click on the map asks about another place. */
export const NearTool = observer(function NearTool(): ReactNode {
  const atlas = useAtlas();
  const near = useStore(makeNearStore);
  const { side, tools } = atlas;
  const { of, result } = near;
  const t = useTexts();
  useEffect(() => autorun(() => void near.request(side.nearOf)), [near, side]);
  useEffect(() => void near.lookUp(), [near, of, result]);
  useEffect(() => {
    const stop = autorun(() => tools.setDrawn(nearOverlay(atlas, near)));
    tools.setTakeClick(([lng, lat]) => {
      side.openNear({ lng, lat, to: side.nearOf?.to });
      return true;
    });
    return () => {
      stop();
      tools.setDrawn(null);
      tools.setTakeClick(null);
    };
  }, [atlas, near, side, tools]);
  return (
    <>
      {side.nearOf ? <About /> : <Choice />}
      <OfArea />
      {side.nearOf && 'shape' in side.nearOf && <p className="soft">{t('near.sent')}</p>}
      <State />
      {near.result && <NearResults result={near.result} />}
    </>
  );
});

/** The name of what is asked about, or its coordinates. */
const About = observer(function About(): ReactNode {
  const { bundles, coordinates } = useAtlas();
  const { name, of, result } = useStore(makeNearStore);
  const t = useTexts();
  if (!of) return null;
  if (name !== undefined) return <p className="near-of">{name}</p>;
  if (!('lng' in of)) return result && <p className="near-of">{t('near.unnamed')}</p>;
  const text = formatCoordinates([of.lng, of.lat], coordinates.format, bundles.index);
  return <p>{t('near.here', { coordinates: text })}</p>;
});

/** What else can be done with an area that is asked about: analyse it, or download its data. */
const OfArea = observer(function OfArea(): ReactNode {
  const atlas = useAtlas();
  const { area, bundles, side } = atlas;
  const { name, of, shape } = useStore(makeNearStore);
  const t = useTexts();
  if (!of || !('dataset' in of) || name === undefined) return null;
  if (shape?.type !== 'Polygon' && shape?.type !== 'MultiPolygon') return null;
  const open = (tool: 'analyse' | 'download'): void => {
    area.set({ geometry: shape, origin: 'named', name, source: of.dataset });
    side.toggleTool(tool);
  };
  const analyse = async (): Promise<void> => {
    open('analyse');
    await (await loadAnalysis(atlas))?.request();
  };
  const hasDownload = bundles.bundle.tools.some(({ id }) => id === 'download');
  return (
    <div className="tool-actions">
      <button type="button" className="button" onClick={() => void analyse()}>
        {t('feature.analyse')}
      </button>
      {hasDownload && (
        <button type="button" className="button" onClick={() => open('download')}>
          {t('tool.download')}
        </button>
      )}
    </div>
  );
});

/** What to do while nothing is chosen. */
const Choice = observer(function Choice(): ReactNode {
  const { map, side } = useAtlas();
  const t = useTexts();
  const { middle } = map;
  return (
    <>
      <p>{t('near.choose')}</p>
      {middle && (
        <p>
          <button
            type="button"
            className="button button-main"
            onClick={() => side.openNear({ lng: middle[0], lat: middle[1] })}
          >
            {t('near.middle')}
          </button>
        </p>
      )}
    </>
  );
});

const State = observer(function State(): ReactNode {
  const { side } = useAtlas();
  const near = useStore(makeNearStore);
  const t = useTexts();
  return (
    <div role="status">
      {near.loading && (
        <p className="side-loading">
          <LoaderCircle size={16} className="spin" aria-hidden="true" />
          {t('near.searching')}
        </p>
      )}
      {near.failure && (
        <>
          <p className="tool-problem">{t(FAILURES[near.failure])}</p>
          <button type="button" className="button" onClick={() => void near.request(side.nearOf)}>
            {t('near.again')}
          </button>
        </>
      )}
    </div>
  );
});
