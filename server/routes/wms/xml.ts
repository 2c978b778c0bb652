/** Writes XML with escaped text. */

/** A fragment of XML; a plain string is text. */
export interface Xml {
  readonly xml: string;
}

export type Attributes = Readonly<Record<string, string | number>>;

/** Creates an element; its texts and attributes are escaped. */
export function element(
  name: string,
  attributes: Attributes,
  ...content: readonly (string | Xml | readonly Xml[])[]
): Xml {
  const list = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
    .join('');
  const inner = content
    .flat()
    .map((part) => (typeof part === 'string' ? escapeXml(part) : part.xml))
    .join('');
  return { xml: inner === '' ? `<${name}${list}/>` : `<${name}${list}>${inner}</${name}>` };
}

/** Escapes text for elements and attributes; characters that XML does not allow are removed. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
