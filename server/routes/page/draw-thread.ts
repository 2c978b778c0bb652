/** The thread that draws the page of the map, with the components of the built application. */
import type { BundleIndex } from 'atlas-engine/runtime';
import { givenToThread, serveRequests } from '../../store/serve-requests.ts';
import type { DrawPage, DrawTask } from './page-drawer.ts';

const { drawPage } = (await import(givenToThread() as string)) as { drawPage: DrawPage };

serveRequests({
  answer: (task) => {
    const { index, view } = task as DrawTask;
    return { value: drawPage(JSON.parse(index) as BundleIndex, view) };
  },
});
