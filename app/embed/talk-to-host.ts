import { reaction } from 'mobx';
import { roundView } from '../address/address.ts';
import type { AtlasStore } from '../stores/atlas-store.ts';
import { readHostMessage, writeMessage, type HostMessage, type MapMessage } from './messages.ts';

/**
 * Sends what happens on the map to the page around it, and obeys its messages. Only the page of this
 * origin receives messages, and only its messages are read. Returns a function that stops it.
 */
export function talkToHost(atlas: AtlasStore, host: string): () => void {
  const { bundles, feature, map } = atlas;
  const send = (message: MapMessage): void =>
    window.parent.postMessage(writeMessage(message), host);
  const stops = [
    reaction(
      () => map.ready,
      (ready) => {
        if (ready) send({ type: 'ready', project: map.project, locale: bundles.index.locale });
      },
      { fireImmediately: true },
    ),
    reaction(
      () => map.seen,
      (seen) => seen && send({ type: 'moved', view: roundView(seen) }),
      { fireImmediately: true },
    ),
    reaction(
      () => feature.hit,
      (hit) =>
        send({
          type: 'selected',
          feature: hit ? { layer: hit.group, id: hit.id, title: feature.popup?.title ?? '' } : null,
        }),
    ),
  ];
  const onMessage = (event: MessageEvent<unknown>): void => {
    if (event.origin !== host || event.source !== window.parent) return;
    const message = readHostMessage(event.data);
    if (message) obey(atlas, message);
  };
  window.addEventListener('message', onMessage);
  return () => {
    window.removeEventListener('message', onMessage);
    for (const stop of stops) stop();
  };
}

/** Does what the page asks. Ignores unknown projects and languages. */
function obey(atlas: AtlasStore, message: HostMessage): void {
  const { bundles, map, projects } = atlas;
  switch (message.type) {
    case 'set-project':
      if (message.project === null || bundles.projects.has(message.project))
        projects.choose(message.project);
      return;
    case 'set-locale':
      if (bundles.index.locales.available.some(({ id }) => id === message.locale))
        void atlas.setLocale(message.locale);
      return;
    case 'fly-to':
      map.goTo(roundView(message.view));
  }
}
