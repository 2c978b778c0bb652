/** A text in every locale of the atlas. */
export type Text = Readonly<Record<string, string>>;

/** A message to visitors. Days are `YYYY-MM-DD` by the visitor's clock, both inclusive. */
export interface Notice {
  readonly id: string;
  readonly kind: 'welcome' | 'banner';
  /** A notice that was dismissed in a lower version is shown again. */
  readonly version: number;
  readonly title: Text;
  /** Markdown. */
  readonly text: Text;
  readonly from?: string;
  readonly until?: string;
}

/** Terms of use of the atlas, for data without a published licence. */
export interface Terms {
  readonly id: string;
  readonly name: Text;
  /** Markdown. */
  readonly text: Text;
  /** Whether they forbid passing the data on. */
  readonly restricted: boolean;
}

/** A text with an address of its own. */
export interface Page {
  readonly id: 'privacy-policy' | 'data-agreement' | 'accessibility';
  readonly title: Text;
  /** Markdown. */
  readonly text: Text;
  /** The day since which the text applies, `YYYY-MM-DD`. */
  readonly date: string;
  /** Who answers for the data; the address is postal, or an e-mail address. */
  readonly responsible?: { readonly name: Text; readonly address: Text };
}
