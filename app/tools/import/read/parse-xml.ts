import { parseXml as parse, XmlFault, type XmlNode } from 'atlas-engine/readers';
import { ImportError } from '../../../stores/bundle/import-types.ts';

/** Parses XML; throws `ImportError` if it is not well-formed, or has a document type. */
export function parseXml(text: string): XmlNode {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof XmlFault) throw new ImportError({ code: error.reason });
    throw error;
  }
}
