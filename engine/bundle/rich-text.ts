/** Texts with simple formatting, as plain data. */

/** A Markdown text as blocks of inline runs. Links are http, https or mailto only. */
export type RichText = readonly RichBlock[];
export type RichBlock =
  | { readonly type: 'paragraph'; readonly content: readonly RichInline[] }
  | { readonly type: 'heading'; readonly level: 2 | 3; readonly content: readonly RichInline[] }
  | {
      readonly type: 'list';
      readonly ordered: boolean;
      readonly items: readonly (readonly RichInline[])[];
    };
export interface RichInline {
  readonly text: string;
  readonly strong?: true;
  readonly em?: true;
  readonly href?: string;
}
