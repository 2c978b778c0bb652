/**
 * A document or an element of XML, with the members of the DOM that the readers and `togeojson` use.
 * With `@xmldom/xmldom`, 37 MB of KML took 1 550 MB and 32 s.
 */
export class XmlNode {
  readonly nodeType: number;
  /** Its name with prefix; `#document` for a document. */
  readonly nodeName: string;
  readonly parentNode: XmlNode | null;
  readonly childNodes: XmlChildren = new XmlChildren();
  attributes: readonly XmlAttribute[] = [];

  constructor(nodeName: string, parentNode: XmlNode | null) {
    this.nodeType = parentNode ? 1 : 9;
    this.nodeName = nodeName;
    this.parentNode = parentNode;
  }

  get tagName(): string {
    return this.nodeName;
  }

  get localName(): string {
    return localPart(this.nodeName);
  }

  get textContent(): string {
    return this.childNodes.map((child) => child.textContent).join('');
  }

  getAttribute(name: string): string | null {
    return this.attributes.find((attribute) => attribute.name === name)?.value ?? null;
  }

  getElementsByTagName(name: string): XmlNode[] {
    return this.elements((node) => name === '*' || node.nodeName === name, []);
  }

  /** Finds elements by the namespace that their prefix has. */
  getElementsByTagNameNS(namespace: string, name: string): XmlNode[] {
    return this.elements(
      (node) => (name === '*' || node.localName === name) && node.namespaceURI === namespace,
      [],
    );
  }

  get namespaceURI(): string | null {
    const [prefix, local] = this.nodeName.split(':');
    return this.inherited(local === undefined ? 'xmlns' : `xmlns:${prefix}`);
  }

  /** An attribute of the element or of one around it. */
  private inherited(name: string): string | null {
    return this.getAttribute(name) ?? this.parentNode?.inherited(name) ?? null;
  }

  /** Texts side by side are one when they are parsed. */
  normalize(): void {}

  private elements(isWanted: (node: XmlNode) => boolean, found: XmlNode[]): XmlNode[] {
    for (const child of this.childNodes)
      if (child instanceof XmlNode) {
        if (isWanted(child)) found.push(child);
        child.elements(isWanted, found);
      }
    return found;
  }
}

/** A text (3) or a section of characters (4). */
export class XmlText {
  readonly nodeType: 3 | 4;
  readonly textContent: string;

  constructor(nodeType: 3 | 4, textContent: string) {
    this.nodeType = nodeType;
    this.textContent = textContent;
  }

  get nodeName(): string {
    return this.nodeType === 3 ? '#text' : '#cdata-section';
  }
}

export interface XmlAttribute {
  readonly name: string;
  readonly value: string;
}

class XmlChildren extends Array<XmlNode | XmlText> {
  // `map` and others return plain lists.
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  item(place: number): XmlNode | XmlText | null {
    return this[place] ?? null;
  }
}

function localPart(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
