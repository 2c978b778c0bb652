import type { ReactNode } from 'react';
import type { PopupModel } from 'atlas-engine/runtime';
import { SafeLink } from '../common/rich-text.tsx';
import { useRemark } from '../common/use-remark.ts';

type Line = PopupModel['rows'][number];

/** Renders the value of an attribute, with a remark if the text is in another language. */
export function AttributeValue({ line }: { line: Line }): ReactNode {
  const remark = useRemark();
  const { language } = line;
  if (language === undefined) return <Value line={line} />;
  return (
    <>
      <span lang={language}>
        <Value line={line} />
      </span>{' '}
      <span className="soft">({remark(language)})</span>
    </>
  );
}

/** The value: text, a link or a list. */
function Value({ line: { formatted, value } }: { line: Line }): ReactNode {
  switch (formatted.kind) {
    case 'link':
      return <SafeLink href={formatted.href}>{formatted.text}</SafeLink>;
    // The panel shows photographs before the attributes.
    case 'photos':
      return null;
    case 'list':
    case 'text':
      return value;
  }
}
