import { ChevronLeft, ChevronRight, LoaderCircle } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, type ReactNode } from 'react';
import type { FeatureHit, PopupModel } from 'atlas-engine/runtime';
import type { NearObject } from '../../address/near-text.ts';
import { AttributeValue } from './attribute-value.tsx';
import { GroupTerms } from '../common/group-terms.tsx';
import { ReportLink } from '../common/report-link.tsx';
import { loadAnalysis } from '../../tools/load-analysis.ts';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { mayAnalyse } from '../../stores/bundle/may-analyse.ts';
import { toolsOf } from '../../tools/tool-list.ts';
import { SidePanel } from '../common/side-panel.tsx';
import { useRemark } from '../common/use-remark.ts';

/** Few features have photographs. Without a network there is no code for them, and no pictures. */
const Photos = lazy(() => import('./photos.tsx').catch(() => ({ default: NoPhotos })));

/** The sentence in place of photographs that could not be loaded. */
const NoPhotos = observer(function NoPhotos(): ReactNode {
  const t = useTexts();
  return <span className="soft">{t('feature.photos-failed')}</span>;
});

/** The selected feature: its name, its layer and its attributes. */
export const FeaturePanel = observer(function FeaturePanel(): ReactNode {
  const { bundles, feature, side } = useAtlas();
  const t = useTexts();
  const remark = useRemark();
  const { popup, hit, details } = feature;
  if (!popup || !hit) return null;
  const group = bundles.bundle.groups[hit.group];
  const credits = group?.attribution ?? [];
  const untitled = popup.title === popup.layer;
  const silent = untitled && popup.rows.length === 0 && popup.sections.length === 0;
  return (
    <SidePanel
      key={`${hit.group}/${hit.id}`}
      title={popup.title}
      language={popup.language}
      subtitle={[
        !untitled && popup.layer,
        popup.language !== undefined && remark(popup.language),
        group?.demo && t('demo.badge'),
      ]}
      onClose={side.close}
      foot={
        <>
          <NearThis />
          <AnalyseThis />
          <ReportThis />
        </>
      }
    >
      <Back />
      <Pager />
      <PhotosFirst popup={popup} />
      <Attributes rows={popup.rows} />
      {popup.sections.map(({ heading, rows }) => (
        <section key={heading} hidden={rows.every(isPhotos)}>
          <h3>{heading}</h3>
          <Attributes rows={rows} />
        </section>
      ))}
      {silent && details.state !== 'loading' && (
        <p className="soft">{t('feature.no-attributes')}</p>
      )}
      {details.state === 'loading' && (
        <p className="side-loading" role="status">
          <LoaderCircle size={16} className="spin" aria-hidden="true" />
          {t('feature.loading')}
        </p>
      )}
      {details.state === 'failed' && (
        <p className="row-failed" role="status">
          {t('feature.failed')}{' '}
          <button type="button" className="link" onClick={() => void feature.loadDetails()}>
            {t('group.retry')}
          </button>
        </p>
      )}
      {credits.length > 0 && (
        <p className="soft side-source">
          {t('feature.source', { names: credits.map(({ text }) => text).join(' · ') })}
          {group?.info?.licence && ` · ${group.info.licence}`}
        </p>
      )}
      <GroupTerms group={group} />
    </SidePanel>
  );
});

/** The way back to the tool that the feature covers. */
const Back = observer(function Back(): ReactNode {
  const { bundles, side } = useAtlas();
  const t = useTexts();
  const tool = toolsOf(bundles.bundle).find(({ id }) => id === side.selected?.behind);
  if (!tool) return null;
  return (
    <button type="button" className="quiet side-behind" onClick={() => side.toggleTool(tool.id)}>
      <ChevronLeft size={16} aria-hidden="true" />{' '}
      {('entry' in tool && tool.entry.name) || t(tool.label)}
    </button>
  );
});

/**
 * Analyses the area of the selected feature, for visitors who may open the tool. Around a place or a
 * line, the visitor chooses a distance first.
 */
const AnalyseThis = observer(function AnalyseThis(): ReactNode {
  const atlas = useAtlas();
  const { area, bundles, feature, side } = atlas;
  const t = useTexts();
  const { hit, popup } = feature;
  const tool = bundles.bundle.tools.find(({ id }) => id === 'analyse');
  // The server or the page has its whole geometry.
  const isKnown = hit?.dataset !== undefined || bundles.imported.find(hit?.group ?? '');
  if (!hit || !isKnown || !popup || !tool || tool.locked) return null;
  const analyse = async (): Promise<void> => {
    side.toggleTool('analyse');
    const analysis = await loadAnalysis(atlas);
    const isMarked = await analysis?.mark(hit, popup.title);
    if (isMarked && !area.area?.around) await analysis?.request();
  };
  return (
    <button type="button" className="button" onClick={() => void analyse()}>
      {t('feature.analyse')}
    </button>
  );
});

/** Reports an error in the selected feature, unless it is of a file of the visitor. */
const ReportThis = observer(function ReportThis(): ReactNode {
  const { bundles, feature } = useAtlas();
  const { hit, popup } = feature;
  if (!hit || !popup || bundles.imported.find(hit.group)) return null;
  const name = popup.title === popup.layer ? undefined : popup.title;
  return <ReportLink group={hit.group} object={name} near={storedAs(hit)} />;
});

/** Shows what is near the selected feature. */
const NearThis = observer(function NearThis(): ReactNode {
  const { bundles, feature, side } = useAtlas();
  const t = useTexts();
  const { hit, popup } = feature;
  const place = side.selected?.place;
  const stored = hit && storedAs(hit);
  // The page has the whole geometry of a file of the visitor.
  const isOwn = bundles.imported.find(hit?.group ?? '') !== undefined;
  const own = isOwn ? (hit?.geometry as GeoJSON.Geometry) : null;
  if (!popup || !mayAnalyse(bundles.bundle) || (!stored && !place)) return null;
  const name = popup.title;
  const open = (): void => {
    if (stored) side.openNear({ ...stored, name });
    else if (own) side.openNear({ shape: own, name });
    else if (place) side.openNear({ lng: place[0], lat: place[1], name });
  };
  return (
    <button type="button" className="button" onClick={open}>
      {t('tool.near')}
    </button>
  );
});

/** Returns the dataset and the id under which the server has the feature; null if it does not. */
function storedAs({ dataset, id }: FeatureHit): NearObject | null {
  if (dataset === undefined || !/^[1-9]\d{0,15}$/.test(id)) return null;
  // A copy in a project has the features of its dataset.
  return { dataset: dataset.replace(/@.*/, ''), id: Number(id) };
}

type Line = PopupModel['rows'][number];

function isPhotos({ formatted }: Line): boolean {
  return formatted.kind === 'photos';
}

/** The photographs of a feature, which come before its other attributes. */
function PhotosFirst({ popup: { rows, sections } }: { popup: PopupModel }): ReactNode {
  return [...rows, ...sections.flatMap((section) => section.rows)].map(
    ({ label, formatted }) =>
      formatted.kind === 'photos' && (
        <Suspense key={label}>
          <Photos label={label} addresses={formatted.addresses} />
        </Suspense>
      ),
  );
}

/** The attributes with their labels, without photographs. */
function Attributes({ rows }: { rows: readonly Line[] }): ReactNode {
  const shown = rows.filter((line) => !isPhotos(line));
  if (shown.length === 0) return null;
  return (
    <dl className="attributes">
      {shown.map((line) => (
        <div key={line.label}>
          <dt>{line.label}</dt>
          <dd>
            <AttributeValue line={line} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The text "1 of 3" with buttons, shown when several features are under the click. */
const Pager = observer(function Pager(): ReactNode {
  const { side } = useAtlas();
  const t = useTexts();
  const { index, hits } = side.selected ?? { index: 0, hits: [] };
  if (hits.length < 2) return null;
  return (
    <div className="pager">
      <span aria-live="polite">{t('feature.count', { index: index + 1, count: hits.length })}</span>
      <button
        type="button"
        className="icon icon-large"
        aria-label={t('feature.previous')}
        aria-disabled={index === 0}
        onClick={() => side.showHit(index - 1)}
      >
        <ChevronLeft size={20} />
      </button>
      <button
        type="button"
        className="icon icon-large"
        aria-label={t('feature.next')}
        aria-disabled={index === hits.length - 1}
        onClick={() => side.showHit(index + 1)}
      >
        <ChevronRight size={20} />
      </button>
    </div>
  );
});
