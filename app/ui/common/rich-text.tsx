import type { ReactNode } from 'react';
import type { RichInline, RichText as RichTextBlocks } from 'atlas-engine/runtime';

/** The engine only writes these schemes; this is a second check in the browser. */
const SAFE_LINK = /^(?:https?:|mailto:)/i;

/** An external link, or only its text when the scheme is not allowed. */
export function SafeLink({ href, children }: { href: string; children: ReactNode }): ReactNode {
  if (!SAFE_LINK.test(href)) return children;
  return (
    <a
      href={href}
      rel="noopener noreferrer"
      target={href.startsWith('mailto') ? undefined : '_blank'}
    >
      {children}
    </a>
  );
}

function Run({ run }: { run: RichInline }): ReactNode {
  let content: ReactNode = run.text;
  if (run.em) content = <em>{content}</em>;
  if (run.strong) content = <strong>{content}</strong>;
  return run.href ? <SafeLink href={run.href}>{content}</SafeLink> : content;
}

const runs = (content: readonly RichInline[]): ReactNode =>
  content.map((run, index) => <Run key={index} run={run} />);

/** Renders the blocks of a Markdown text as elements, never as HTML. */
export function RichText({
  text,
  heading = 3,
}: {
  text: RichTextBlocks;
  /** The level of the main headings. */
  heading?: 2 | 3;
}): ReactNode {
  const [Main, Sub] = heading === 2 ? (['h2', 'h3'] as const) : (['h3', 'h4'] as const);
  return text.map((block, index) => {
    switch (block.type) {
      case 'paragraph':
        return <p key={index}>{runs(block.content)}</p>;
      case 'heading':
        return block.level === 2 ? (
          <Main key={index}>{runs(block.content)}</Main>
        ) : (
          <Sub key={index}>{runs(block.content)}</Sub>
        );
      case 'list': {
        const items = block.items.map((item, place) => <li key={place}>{runs(item)}</li>);
        return block.ordered ? <ol key={index}>{items}</ol> : <ul key={index}>{items}</ul>;
      }
    }
  });
}
