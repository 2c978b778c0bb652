import type { Page, Request } from '@playwright/test';

/** Time without a request and without a drawn frame after which a page is quiet, in milliseconds. */
const QUIET_MS = 1_000;

/** What a page has done until it was quiet. The load of the machine does not change these figures. */
export interface Work {
  /** The paths of all requests, also of those that the cache of the browser answers. */
  readonly requests: readonly string[];
  /** Received over the network, headers included. */
  readonly bytes: number;
  readonly elements: number;
  /** Messages of the page to its workers. */
  readonly messages: number;
  /** How often the map has come to rest. It places its names at least once before each time. */
  readonly rests: number;
  /** The addresses of the pictures that were drawn into pixels, as an icon of the map is. */
  readonly pictures: readonly string[];
  /** How many shader programs were linked, used, and linked before the frame of their first use. */
  readonly programs: {
    readonly linked: number;
    readonly used: number;
    readonly linkedBefore: number;
  };
}

/** What `watchWork` counts in the page. */
interface Counted {
  messages: number;
  rests: number;
  readonly pictures: string[];
  programs: { linked: number; used: number; linkedBefore: number };
  /** When a frame of the map was drawn last, in milliseconds since 1970; 0 before the first one. */
  drawn: number;
}

/**
 * Opens an address with a map, and returns what the page has done when the map has come to rest and
 * the page sends and draws nothing for 1 s. On a busy machine more than 1 s may pass before that rest.
 */
export async function countUntilQuiet(page: Page, address: string): Promise<Work> {
  await page.addInitScript(watchWork);
  const requests: Request[] = [];
  const open = new Set<Request>();
  let last = 0;
  page.on('request', (request) => {
    requests.push(request);
    open.add(request);
  });
  const end = (request: Request): void => {
    open.delete(request);
    last = Date.now();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  await page.goto(address);
  const count = (): Promise<Counted> =>
    page.evaluate(() => (window as unknown as { work: Counted }).work);
  const isQuiet = ({ rests, drawn }: Counted): boolean =>
    rests > 0 && open.size === 0 && Date.now() - Math.max(last, drawn) >= QUIET_MS;
  let work = await count();
  while (!isQuiet(work)) {
    await page.waitForTimeout(QUIET_MS / 10);
    work = await count();
  }
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  return {
    requests: requests.map((request) => new URL(request.url()).pathname),
    bytes: sizes.reduce((sum, size) => sum + size.responseBodySize + size.responseHeadersSize, 0),
    elements: await page.locator('*').count(),
    messages: work.messages,
    rests: work.rests,
    pictures: work.pictures,
    programs: work.programs,
  };
}

/** Runs in the page before its scripts. */
function watchWork(): void {
  const programs = { linked: 0, used: 0, linkedBefore: 0 };
  const work: Counted = { messages: 0, rests: 0, pictures: [], programs, drawn: 0 };
  Object.assign(window, { work });
  const worker = Worker.prototype;
  const post = worker.postMessage as (...all: unknown[]) => void;
  worker.postMessage = function (this: Worker, ...all: unknown[]): void {
    work.messages++;
    post.apply(this, all);
  };
  // Called once for all changes of a frame.
  new MutationObserver(() => {
    if (document.querySelector('.map')?.ariaBusy === 'false') work.rests++;
  }).observe(document, { subtree: true, attributeFilter: ['aria-busy'] });
  const pen = CanvasRenderingContext2D.prototype;
  const drawImage = pen.drawImage as (...all: unknown[]) => void;
  pen.drawImage = function (this: CanvasRenderingContext2D, ...all: unknown[]): void {
    if (all[0] instanceof HTMLImageElement) work.pictures.push(all[0].src);
    drawImage.apply(this, all);
  };
  // Each frame of the map begins with it.
  const context = WebGL2RenderingContext.prototype;
  const clear = context.clear;
  context.clear = function (this: WebGL2RenderingContext, mask: number): void {
    work.drawn = Date.now();
    clear.call(this, mask);
  };
  const frame = (): number => Number(document.timeline.currentTime);
  const linked = new Map<WebGLProgram, number>();
  const { linkProgram, useProgram } = context;
  context.linkProgram = function (this: WebGL2RenderingContext, program: WebGLProgram): void {
    programs.linked++;
    linked.set(program, frame());
    linkProgram.call(this, program);
  };
  context.useProgram = function (this: WebGL2RenderingContext, program: WebGLProgram | null): void {
    const at = program && linked.get(program);
    if (program && linked.delete(program)) {
      programs.used++;
      if (at! < frame()) programs.linkedBefore++;
    }
    useProgram.call(this, program);
  };
}
