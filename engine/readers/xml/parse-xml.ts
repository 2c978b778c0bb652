import { XmlNode, XmlText, type XmlAttribute } from './xml-node.ts';

/** Thrown for XML that is not read: it has a document type, or is not well-formed. */
export class XmlFault extends Error {
  override readonly name = 'XmlFault';
  readonly reason: 'doctype' | 'damaged';

  constructor(reason: XmlFault['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** Maximum depth of elements. */
const DEEPEST = 200;

/** What is between angle brackets: a section, a comment, an instruction, an end or a start of an element. */
const MARKUP =
  /<(?:!\[CDATA\[([^]*?)\]\]>|!--[^]*?-->|\?[^]*?\?>|\/([^\s<>/]+)\s*>|([^\s<>/!?]+)((?:\s+[^\s=<>/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>)/y;
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const ENTITY = /&(#x[\da-f]{1,6}|#\d{1,7}|\w+);/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/**
 * Parses XML; throws `XmlFault` if it is not well-formed. A document type could define entities
 * that grow without limit, so it is refused.
 */
export function parseXml(text: string): XmlNode {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new XmlFault('doctype');
  const document = new XmlNode('#document', null);
  let node = document;
  let depth = 0;
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length) {
    const start = text.indexOf('<', at);
    const end = start < 0 ? text.length : start;
    addText(node, text.slice(at, end));
    if (start < 0) break;
    MARKUP.lastIndex = start;
    const [whole = '', section, closed, opened, attributes = '', empty] = MARKUP.exec(text) ?? [];
    if (whole === '') throw damaged();
    at = start + whole.length;
    if (section !== undefined) node.childNodes.push(new XmlText(4, section));
    else if (closed !== undefined) {
      if (closed !== node.nodeName || !node.parentNode) throw damaged();
      node = node.parentNode;
      depth--;
    } else if (opened !== undefined) {
      const child = new XmlNode(opened, node);
      if (attributes !== '') child.attributes = attributesOf(attributes);
      node.childNodes.push(child);
      if (empty === '/') continue;
      node = child;
      if (++depth > DEEPEST) throw damaged();
    }
  }
  const roots = document.childNodes.filter((child) => child instanceof XmlNode);
  if (node !== document || roots.length !== 1) throw damaged();
  return document;
}

/** Adds a text to a node. Spaces between elements are left out, and no text is outside of the root. */
function addText(node: XmlNode, text: string): void {
  if (text.trim() === '') return;
  if (!node.parentNode) throw damaged();
  node.childNodes.push(new XmlText(3, decoded(text)));
}

function attributesOf(text: string): XmlAttribute[] {
  return [...text.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => ({
    name,
    value: decoded(double ?? single ?? ''),
  }));
}

/** Replaces entities by their signs. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(ENTITY, (_, name: string) => {
    if (!name.startsWith('#')) {
      const sign = ENTITIES[name];
      if (sign === undefined) throw damaged();
      return sign;
    }
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    if (!(code > 0 && code <= 0x10_ff_ff)) throw damaged();
    return String.fromCodePoint(code);
  });
}

function damaged(): XmlFault {
  return new XmlFault('damaged');
}
