import type { ReactNode } from 'react';
import type { PopupModel } from 'atlas-engine/runtime';
import { Photos } from './photos.tsx';
import { SafeLink } from './rich-text.tsx';

/** The value of an attribute: text, a link, a list or photographs. */
export function AttributeValue({ line }: { line: PopupModel['rows'][number] }): ReactNode {
  const { formatted, label, value } = line;
  switch (formatted.kind) {
    case 'link':
      return <SafeLink href={formatted.href}>{formatted.text}</SafeLink>;
    case 'photos':
      return <Photos label={label} addresses={formatted.addresses} />;
    case 'list':
    case 'text':
      return value;
  }
}
