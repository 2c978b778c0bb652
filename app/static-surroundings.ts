/** What replaces the server on a static site. Other pages do not load this code. */
import type { BundleIndex } from 'atlas-engine/runtime';
import { staticNetwork } from './net/static-network.ts';
import type { Network } from './net/http-client.ts';
import type { BrowserHistory } from './stores/page/screen-store.ts';
import { staticHistory } from './stores/page/static-history.ts';

/** Returns the network of the files of the site, and a history whose addresses it can open. */
export function staticSurroundings(
  index: BundleIndex,
  history: BrowserHistory,
): { readonly network: Network; readonly history: BrowserHistory } {
  return {
    network: staticNetwork(index),
    history: staticHistory(history, window.location.pathname),
  };
}
