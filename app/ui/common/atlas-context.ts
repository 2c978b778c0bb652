import { observer } from 'mobx-react-lite';
import { createContext, createElement, useContext, type ReactNode } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { i18nOf, type Translate } from 'atlas-engine/runtime';
import type { AtlasStore } from '../../stores/atlas-store.ts';

const AtlasContext = createContext<AtlasStore | null>(null);

/** Provides the stores and the texts in the reader's language to the components below it. */
export const AtlasProvider = observer(function AtlasProvider({
  value,
  children,
}: {
  readonly value: AtlasStore;
  readonly children: ReactNode;
}): ReactNode {
  const below = createElement(I18nextProvider, { i18n: i18nOf(value.bundles.index) }, children);
  return createElement(AtlasContext, { value }, below);
});

/** Returns the stores of the open atlas. */
export function useAtlas(): AtlasStore {
  const atlas = useContext(AtlasContext);
  if (!atlas) throw new Error('The component is not inside AtlasProvider.');
  return atlas;
}

/** Returns the store of a tool of the open atlas; see `AtlasStore.storeOf`. */
export function useStore<Store extends object>(make: (atlas: AtlasStore) => Store): Store {
  return useAtlas().storeOf(make);
}

/** Returns the texts of the interface. The component renders again when the language changes. */
export function useTexts(): Translate {
  return useTranslation().t as Translate;
}
