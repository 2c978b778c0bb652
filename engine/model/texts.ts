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

/** A text with an address of its own. */
export interface Page {
  readonly id: 'privacy-policy' | 'data-agreement';
  readonly title: Text;
  /** Markdown. */
  readonly text: Text;
  /** The day since which the text applies, `YYYY-MM-DD`. */
  readonly date: string;
}
