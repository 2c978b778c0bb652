import './explore.css';
import { observer } from 'mobx-react-lite';
import { useEffect, type ReactNode } from 'react';
import { makeExploreStore } from './explore-store.ts';
import { useAtlas } from '../../ui/common/atlas-context.ts';
import { AreaCards } from './area-cards.tsx';
import { AreaView } from './area-view.tsx';

/** Shows sample areas as cards, and the chosen one with what is in it. */
export default observer(function ExploreTool(): ReactNode {
  const atlas = useAtlas();
  const store = atlas.storeOf(makeExploreStore);
  const { tools } = atlas;
  useEffect(() => {
    store.open();
    tools.setTakeClick(store.pick);
    return () => {
      tools.setTakeClick(null);
      store.suspend();
    };
  }, [store, tools]);
  const { card } = store;
  return card ? (
    <AreaView key={card.area.id} store={store} card={card} />
  ) : (
    <AreaCards store={store} />
  );
});
