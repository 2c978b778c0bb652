/**
 * Draws the page of the map as HTML in a thread of its own: it takes up to 0.2 s, in which the main
 * thread could not answer.
 */
import { pathToFileURL } from 'node:url';
import type { BundleIndex } from 'atlas-engine/runtime';
import type { FastifyBaseLogger } from 'fastify';
import { createGate } from '../../http/gate.ts';
import { WorkerPool } from '../../store/pool.ts';

/** What the server knows of the page that a visitor asks for. */
export interface DrawView {
  /** The id of the open project; null for the whole region. */
  readonly project: string | null;
  readonly phone: boolean;
}

/** The page as HTML, and whether its theme is for light or dark grounds. */
interface DrawnPage {
  readonly html: string;
  readonly ground: 'light' | 'dark';
}

/**
 * The function of the built application that draws the page as it looks before the map has loaded, with
 * the words and layers of an index. It has no effects.
 */
export type DrawPage = (index: BundleIndex, view: DrawView) => DrawnPage;

/** A page to draw; `index` is the JSON of a `BundleIndex`. */
export interface DrawTask {
  readonly index: string;
  readonly view: DrawView;
}

export interface PageDrawer {
  /** Draws a page. A page that cannot be drawn is logged and empty: the browser draws it. */
  draw(task: DrawTask): Promise<DrawnPage>;
  close(): Promise<void>;
}

/** Creates a drawer from the file of the built module; its thread starts with the first page. */
export function createPageDrawer(
  module: string,
  logger: Pick<FastifyBaseLogger, 'error'>,
): PageDrawer {
  const script = import.meta.url.endsWith('.ts') ? './draw-thread.ts' : './draw-thread.js';
  const pool = new WorkerPool({
    script: new URL(script, import.meta.url),
    size: 2,
    given: pathToFileURL(module).href,
  });
  // One page at a time, because each thread holds the components.
  const gate = createGate({ atOnce: 1, waiting: Infinity });
  return {
    async draw(task) {
      try {
        return (await gate(() => pool.call(task))) as DrawnPage;
      } catch (error) {
        logger.error(error, 'The page of the map could not be drawn; browsers draw it.');
        return { html: '', ground: 'light' };
      }
    },
    close: () => pool.close(),
  };
}
