import { DOMParser, type Document } from '@xmldom/xmldom';
import { ImportError } from '../../../stores/bundle/import-types.ts';

/** Parses XML. A document type could define entities that grow without limit, so it is refused. */
export function parseXml(text: string): Document {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new ImportError({ code: 'doctype' });
  const parser = new DOMParser({ onError: stopAtError });
  return parser.parseFromString(text, 'text/xml');
}

function stopAtError(level: 'warning' | 'error' | 'fatalError'): void {
  if (level !== 'warning') throw new ImportError({ code: 'damaged' });
}
