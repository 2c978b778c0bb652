/** One element of a document. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** The text of the element, without that of its children. */
  readonly text: string;
}

type Open = {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
};

const TOKEN =
  /<\?xml[^?]*\?>|<!DOCTYPE [^[<>]*>|<(?<close>\/)?(?<name>[\w:]+)(?<attributes>(?: [\w:]+="[^"<]*")*)(?<empty>\/)?>|(?<text>[^<]+)/gy;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Parses a document strictly; throws for anything that is not well-formed. */
export function readXml(document: string): XmlElement {
  const root: Open = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  let end = 0;
  for (const match of document.matchAll(TOKEN)) {
    end = match.index + match[0].length;
    const { close, name, attributes, empty, text } = match.groups!;
    const parent = open.at(-1)!;
    if (text !== undefined) parent.text += unescape(text);
    if (name === undefined) continue;
    if (close !== undefined) {
      if (parent.name !== name) throw new Error(`</${name}> closes <${parent.name}>`);
      open.pop();
      continue;
    }
    const pairs = [...attributes!.matchAll(/ ([\w:]+)="([^"]*)"/g)];
    const entries = pairs.map(([, key, value]) => [key!, unescape(value!)] as const);
    if (new Set(entries.map(([key]) => key)).size !== entries.length) {
      throw new Error(`<${name}> has a repeated attribute`);
    }
    const element: Open = { name, attributes: Object.fromEntries(entries), children: [], text: '' };
    parent.children.push(element);
    if (empty === undefined) open.push(element);
  }
  if (end !== document.length) throw new Error(`not XML: ${document.slice(end, end + 40)}`);
  const [only] = root.children;
  if (open.length > 1 || root.children.length !== 1 || !only || root.text.trim() !== '') {
    throw new Error('a document must have one element');
  }
  return only;
}

function unescape(text: string): string {
  return text.replace(/&(\w*)(;?)/g, (_, name: string, end: string) => {
    const character = ENTITIES[name];
    if (character === undefined || end === '') throw new Error(`&${name}${end} is not an entity`);
    return character;
  });
}

/** Returns all elements with a name, at any depth. */
export function elementsOf(within: XmlElement, name: string): readonly XmlElement[] {
  return within.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...elementsOf(child, name),
  ]);
}

/** Returns the text of the first child with a name; null without one. */
export function textOf(within: XmlElement, name: string): string | null {
  return within.children.find((child) => child.name === name)?.text ?? null;
}
