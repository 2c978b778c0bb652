import type { CompiledForm, FormId } from './form.ts';
import type { AccountWordKey, Words } from './words.ts';

/** The account and contact screens: what the index says of them. */
export interface BundleAccount {
  /** Address of the `AccountDocument`. */
  readonly document: string;
  /** The forms that the atlas has. */
  readonly forms: readonly FormId[];
}

/** The texts and forms of the account and contact screens in one language. */
export interface AccountDocument {
  readonly words: Pick<Words, AccountWordKey>;
  readonly forms: readonly CompiledForm[];
}
