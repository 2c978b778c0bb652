/** A consent that has ended, in one language. */
export interface EndedConsent {
  readonly by: string;
  /** The last day of the consent, or the day on which it was withdrawn. */
  readonly on: string;
  readonly withdrawn?: true;
}

/** Who agreed to what until when, in one language. Days are `YYYY-MM-DD`. */
export interface BundleConsent {
  readonly by: string;
  readonly on: string;
  readonly until?: string;
  /** The address of the document. */
  readonly document?: string;
  readonly uses: readonly ('view' | 'analyse' | 'download' | 'embed' | 'publish')[];
  /** Labels of Local Contexts: the name, and the words of the community in their language. */
  readonly labels?: readonly {
    readonly name: string;
    readonly text: string;
    readonly language: string;
  }[];
  /** Present if the consent has ended. */
  readonly ended?: EndedConsent;
}
