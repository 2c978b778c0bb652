import type { RichText } from './rich-text.ts';

/** A message to visitors. Days are `YYYY-MM-DD` by the visitor's clock, both inclusive. */
export interface BundleNotice {
  readonly id: string;
  readonly kind: 'welcome' | 'banner';
  readonly version: number;
  readonly title: string;
  readonly text: RichText;
  readonly from?: string;
  readonly until?: string;
}

/** Terms of use of the atlas, for data without a published licence. */
export interface BundleTerms {
  readonly id: string;
  readonly name: string;
  readonly text: RichText;
}

/** A page of text. Its content is in a document for each language. */
export interface BundlePage {
  readonly id: string;
  readonly title: string;
  /** The addresses of the documents by language. */
  readonly documents: Readonly<Record<string, string>>;
}

/** The content of a page in one language. */
export interface PageDocument {
  readonly id: string;
  readonly locale: string;
  readonly title: string;
  /** The day since which the text applies, `YYYY-MM-DD`. */
  readonly date: string;
  readonly text: RichText;
  /** Who answers for the data; the address is postal, or an e-mail address. */
  readonly responsible?: { readonly name: string; readonly address: string };
  /** The outside services that are switched on; in the privacy policy only. */
  readonly services?: readonly ThirdParty[];
}

/** An outside service that the atlas uses. */
export interface ThirdParty {
  /** Who provides it; the host for a service without a provider. */
  readonly name: string;
  readonly host: string;
}
