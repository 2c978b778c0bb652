import { createContext, useContext } from 'react';
import type {
  AccountDocument,
  CompiledForm,
  FormId,
  Translate,
  WordKey,
} from 'atlas-engine/runtime';

/** What the account and contact screens have in addition to the index: their texts and the forms. */
export interface AccountContents {
  readonly t: Translate<WordKey>;
  readonly document: AccountDocument;
}

export const AccountContext = createContext<AccountContents | null>(null);

function useContents(): AccountContents {
  const contents = useContext(AccountContext);
  if (!contents) throw new Error('The component is not inside an account screen.');
  return contents;
}

/** Returns the texts of the interface, with those of the account and contact screens. */
export function useAccountTexts(): Translate<WordKey> {
  return useContents().t;
}

/** Returns a form of the atlas; undefined when the atlas does not have it. */
export function useDeclaredForm(id: FormId): CompiledForm | undefined {
  return useContents().document.forms.find((form) => form.id === id);
}
