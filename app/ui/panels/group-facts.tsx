import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import {
  formatValue,
  listOf,
  type BundleGroup,
  type BundleInfo,
  type BundleProject,
  type Language,
  type Translate,
} from 'atlas-engine/runtime';
import { AccessCaution } from '../common/access-note.tsx';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { ConsentTexts } from './consent-texts.tsx';
import { CopyButton } from '../common/copy-button.tsx';
import { GroupTerms } from '../common/group-terms.tsx';
import { ReportLink } from '../common/report-link.tsx';
import { RichText, SafeLink } from '../common/rich-text.tsx';

/** What the information panel says about the group for which it is open. */
export const GroupFacts = observer(function GroupFacts(): ReactNode {
  const { bundles, groups, side } = useAtlas();
  const t = useTexts();
  const entry = bundles.entries.get(side.info ?? '')?.entry;
  if (!entry) return null;
  const { id } = entry;
  const group = bundles.bundle.groups[id];
  const info = group?.info ?? entry.info;
  const project = projectOf(entry, bundles.bundle.projects);
  const { countries } = bundles.index.region;
  const covered = countries
    .filter((country) => !entry.coverage || entry.coverage.includes(country.id))
    .map(({ name }) => name);
  return (
    <>
      <AccessCaution entry={entry} />
      {info && <About info={info} />}
      {project && <ProjectTexts project={project} />}
      <dl className="attributes">
        <div>
          <dt>{t('info.coverage')}</dt>
          <dd>{listOf(covered, bundles.index)}</dd>
        </div>
        <FactRows info={info} attribution={group?.attribution} />
      </dl>
      <ConsentTexts info={info} />
      <GroupTerms group={group} />
      {group?.info?.links?.map(({ text, url }) => (
        <p key={url}>
          <SafeLink href={url}>{text}</SafeLink>
        </p>
      ))}
      {group && !group.info && <p className="soft side-source">{t('info.none')}</p>}
      {!group && !entry.locked && groups.status(id) === 'failed' && (
        <p className="row-failed">{t('group.failed')}</p>
      )}
      <p>
        <ReportLink group={id} />
      </p>
    </>
  );
});

/** Returns the project of a copy; of another group, the only project that shows it. */
function projectOf(
  { id, project }: { readonly id: string; readonly project?: string },
  projects: readonly BundleProject[],
): BundleProject | undefined {
  if (project !== undefined) return projects.find((one) => one.id === project);
  const owners = projects.filter(({ groups }) => groups.includes(id));
  return owners.length === 1 ? owners[0] : undefined;
}

/** The paragraphs and the link of the project to which a group belongs. */
function ProjectTexts({ project }: { project: BundleProject }): ReactNode {
  return (
    <section className="side-story" aria-label={project.name}>
      <h3>{project.name}</h3>
      {project.texts.map((text, index) => (
        <RichText key={index} text={text} />
      ))}
      {project.link && (
        <p>
          <SafeLink href={project.link.url}>{project.link.text}</SafeLink>
        </p>
      )}
    </section>
  );
}

/** The description of a group and its caution. */
function About({ info: { description, caution } }: { info: BundleInfo }): ReactNode {
  return (
    <>
      {description && <RichText text={description} />}
      {caution && (
        <div className="caution">
          <RichText text={caution} />
        </div>
      )}
    </>
  );
}

/** The provider, date, licence, citation and sources of the data. */
const FactRows = observer(function FactRows({
  info,
  attribution,
}: {
  info: BundleInfo | undefined;
  attribution: BundleGroup['attribution'];
}): ReactNode {
  const { bundles } = useAtlas();
  const t = useTexts();
  return (
    <>
      {facts(info, bundles.index, t).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {info?.citation && (
        <div>
          <dt>{t('info.citation')}</dt>
          <dd>
            {info.citation} <CopyButton text={info.citation} />
          </dd>
        </div>
      )}
      {(attribution ?? []).map(({ text, url }) => (
        <div key={text}>
          <dt>{t('info.source')}</dt>
          <dd>{url ? <SafeLink href={url}>{text}</SafeLink> : text}</dd>
        </div>
      ))}
    </>
  );
});

function facts(
  info: BundleInfo | undefined,
  language: Language,
  t: Translate,
): [label: string, value: string][] {
  const date = formatValue(info?.date, { type: 'date' }, language);
  const all: [string, string | undefined][] = [
    [t('info.provider'), info?.provider],
    [t('info.date'), date?.kind === 'text' ? date.text : undefined],
    [t('info.licence'), info?.licence],
  ];
  return all.filter((fact): fact is [string, string] => Boolean(fact[1]));
}
