import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { AtlasStore } from '../stores/atlas-store.ts';
import type { TextName } from '../texts/en.ts';

const AtlasContext = createContext<AtlasStore | null>(null);

/** Hands the stores to the components below it. */
export const AtlasProvider = AtlasContext.Provider;

/** The stores of the open atlas. */
export function useAtlas(): AtlasStore {
  const atlas = useContext(AtlasContext);
  if (!atlas) throw new Error('A component of the atlas stands outside of AtlasProvider.');
  return atlas;
}

/** Gives the text of that name in the reader's language. */
export type Translate = (
  name: TextName,
  values?: Readonly<Record<string, string | number>>,
) => string;

/** The texts of the interface; the component is drawn anew when the language changes. */
export function useTexts(): Translate {
  const { t } = useTranslation();
  return t as Translate;
}
