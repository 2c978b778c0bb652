import {
  formOutline,
  missingOutline,
  outline,
  pageOutline,
  pagePath,
  SCREENS,
  translator,
  type AccountDocument,
  type BundleIndex,
  type PageDocument,
  type RichText,
} from 'atlas-engine/runtime';
import {
  MISSING_SCREEN,
  type PageParts,
  type Preview,
  type ScreenParts,
} from '../access/atlas-snapshot.ts';

/** Returns the parts of the page in the language of an index, with those of its screens. */
export function pageParts(
  { index, account }: { readonly index: BundleIndex; readonly account: AccountDocument },
  documents: readonly PageDocument[],
): PageParts {
  const screens = new Map<string, ScreenParts>();
  const add = (path: string | null, title: string, html: string): void => {
    if (path !== null) screens.set(path, { title: `${title} · ${index.title}`, outline: html });
  };
  for (const document of documents)
    add(pagePath(document.id, document.locale), document.title, pageOutline(index, document));
  for (const screen of SCREENS) {
    if (!('title' in screen)) continue;
    const form = 'form' in screen ? account.forms.find(({ id }) => id === screen.form) : null;
    const title = account.words[screen.title];
    // An atlas without the form does not have the screen.
    if (form !== undefined) add(screen.path, title, formOutline(index, title));
  }
  add(MISSING_SCREEN, translator(index)('screen.missing-title'), missingOutline(index));
  return {
    locale: index.locale,
    title: index.title,
    attribution: index.attribution,
    outline: outline(index),
    index: JSON.stringify(index),
    failure: index.words['app.no-bundle'],
    ...(index.favicon !== undefined && { favicon: index.favicon }),
    screens,
    previews: previewsOf(index),
  };
}

/** The parts of an index that previews show. */
export type PreviewedIndex = Pick<BundleIndex, 'title' | 'notices' | 'projects' | 'preview'>;

/** A preview shows about this many characters. */
const DESCRIPTION_LENGTH = 200;

/**
 * Returns what a link to the map shows: the beginning of the texts of a project, or of the welcome
 * notice.
 */
export function previewsOf({
  title,
  notices = [],
  projects,
  preview,
}: PreviewedIndex): Map<string, Preview> {
  const picture = preview ?? null;
  const welcome = notices.find(({ kind }) => kind === 'welcome');
  const whole: Preview = { title, description: beginningOf(welcome?.text), picture };
  const previews = new Map([['', whole]]);
  for (const { id, aliases = [], name, texts, preview: own = picture } of projects) {
    const description = beginningOf(texts[0]) ?? whole.description;
    const preview = { title: `${name} · ${title}`, description, picture: own };
    for (const each of [id, ...aliases]) previews.set(each, preview);
  }
  return previews;
}

/** Returns the first paragraph of a text, shortened at a space; null without one. */
function beginningOf(text: RichText = []): string | null {
  const paragraph = text.find((block) => block.type === 'paragraph');
  const words = paragraph?.content.map((run) => run.text).join('') ?? '';
  if (words.length <= DESCRIPTION_LENGTH) return words || null;
  return `${words.slice(0, words.lastIndexOf(' ', DESCRIPTION_LENGTH))} …`;
}
