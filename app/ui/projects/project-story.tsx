import { ChevronLeft } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useState, type ReactNode } from 'react';
import type { BundleProject } from 'atlas-engine/runtime';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { RichText, SafeLink } from '../common/rich-text.tsx';

/** Number of texts of a project that are shown before "Read more". */
const FIRST_TEXTS = 1;

/** The name, texts and link of the open project, and a back button. */
export const ProjectStory = observer(function ProjectStory({
  project,
}: {
  project: BundleProject;
}): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const [whole, setWhole] = useState(false);
  const texts = whole ? project.texts : project.texts.slice(0, FIRST_TEXTS);
  return (
    <section className="story" aria-labelledby="story-title">
      <button
        type="button"
        className="quiet story-back"
        onClick={() => atlas.projects.choose(null)}
      >
        <ChevronLeft size={16} />
        {t('project.back')}
      </button>
      <h2 id="story-title">{project.name}</h2>
      <div className="story-text">
        {texts.map((text, index) => (
          <RichText key={index} text={text} />
        ))}
      </div>
      <p className="story-links">
        {project.texts.length > FIRST_TEXTS && (
          <button
            type="button"
            className="link"
            aria-expanded={whole}
            onClick={() => setWhole(!whole)}
          >
            {t(whole ? 'project.less' : 'project.more')}
          </button>
        )}
        {project.link && <SafeLink href={project.link.url}>{project.link.text}</SafeLink>}
      </p>
    </section>
  );
});
