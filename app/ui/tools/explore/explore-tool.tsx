import '../../../styles/explore.css';
import { observer } from 'mobx-react-lite';
import { useEffect, type ReactNode } from 'react';
import { ExploreStore } from '../../../tools/explore/explore-store.ts';
import type { AtlasStore } from '../../../stores/atlas-store.ts';
import { useAtlas } from '../../common/atlas-context.ts';
import { AreaCards } from './area-cards.tsx';
import { AreaView } from './area-view.tsx';

/** The chosen area outlives the panel, which a selected feature covers. */
const stores = new WeakMap<AtlasStore, ExploreStore>();

function storeOf(atlas: AtlasStore): ExploreStore {
  const store = stores.get(atlas) ?? new ExploreStore(atlas);
  stores.set(atlas, store);
  return store;
}

/** Shows sample areas as cards, and the chosen one with what is in it. */
export default observer(function ExploreTool(): ReactNode {
  const atlas = useAtlas();
  const store = storeOf(atlas);
  const { tools } = atlas;
  useEffect(() => {
    store.open();
    tools.setTakeClick(store.pick);
    return () => {
      tools.setTakeClick(null);
      store.suspend();
    };
  }, [store, tools]);
  const card = store.cards.find(({ area }) => area === store.chosen);
  return card ? (
    <AreaView key={card.area.id} store={store} card={card} />
  ) : (
    <AreaCards store={store} />
  );
});
