import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  AccountDocument,
  CompiledForm,
  FormId,
  Translate,
  WordKey,
} from 'atlas-engine/runtime';

/** What the account and contact screens have in addition to the index: their texts and the forms. */
export const AccountContext = createContext<AccountDocument | null>(null);

/**
 * Returns the texts of the interface, with those of the account and contact screens, which
 * `AccountScreens` provides.
 */
export function useAccountTexts(): Translate<WordKey> {
  return useTranslation().t as Translate<WordKey>;
}

/** Returns a form of the atlas; undefined when the atlas does not have it. */
export function useDeclaredForm(id: FormId): CompiledForm | undefined {
  const document = useContext(AccountContext);
  if (!document) throw new Error('The component is not inside an account screen.');
  return document.forms.find((form) => form.id === id);
}
