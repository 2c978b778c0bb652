import type { ReactNode } from 'react';
import type { PopupModel } from '../../engine/runtime.ts';
import { useTexts } from './atlas-context.ts';
import { SafeLink } from './rich-text.tsx';

/** The value of an attribute: words, a link, several words or photographs. */
export function AttributeValue({ line }: { line: PopupModel['rows'][number] }): ReactNode {
  const t = useTexts();
  const { formatted, label, value } = line;
  switch (formatted.kind) {
    case 'link':
      return <SafeLink href={formatted.href}>{formatted.text}</SafeLink>;
    case 'photos':
      return formatted.addresses.map((address, index) => (
        <img
          key={address}
          className="photo"
          src={address}
          alt={t('feature.photo', { label, number: index + 1 })}
          width="156"
          height="104"
          loading="lazy"
        />
      ));
    case 'list':
    case 'text':
      return value;
  }
}
