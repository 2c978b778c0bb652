/** A link in a JSON document, in the form of OGC API Features. */
export interface Link {
  readonly rel: string;
  readonly type: string;
  readonly href: string;
  readonly title?: string;
}
