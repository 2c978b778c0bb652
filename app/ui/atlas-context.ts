import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { AtlasStore } from '../stores/atlas-store.ts';
import type { TextName } from '../texts/en.ts';

const AtlasContext = createContext<AtlasStore | null>(null);

/** Provides the stores to the components below it. */
export const AtlasProvider = AtlasContext.Provider;

/** Returns the stores of the open atlas. */
export function useAtlas(): AtlasStore {
  const atlas = useContext(AtlasContext);
  if (!atlas) throw new Error('useAtlas is used outside of AtlasProvider.');
  return atlas;
}

/** Returns the interface text with this name in the reader's language. */
export type Translate = (
  name: TextName,
  values?: Readonly<Record<string, string | number>>,
) => string;

/** Returns the translate function. The component renders again when the language changes. */
export function useTexts(): Translate {
  const { t } = useTranslation();
  return t as Translate;
}
