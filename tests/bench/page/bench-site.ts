import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { compileStyle, initialState, mergeBundles, type BundleIndex } from 'atlas-engine/runtime';
import { contentTypeOf } from '../../../server/http/content-type.ts';
import { readIndexOf } from '../../browser/read-index.ts';
import { buildBare, type BareKind } from './build-bare.ts';

/** A page that is compared: the atlas, or a bare page. */
export type PageKind = 'atlas' | BareKind;

export interface BenchSite {
  readonly url: string;
  /** Returns the path of a page. */
  readonly pathOf: (kind: PageKind) => string;
  /** Returns what the site sent for the requests between two times, in milliseconds since 1970. */
  readonly traffic: (from: number, to: number) => Traffic;
  readonly stop: () => Promise<void>;
}

export interface Traffic {
  /** With headers. */
  readonly bytes: number;
  readonly requests: number;
}

interface Answer {
  readonly type: string;
  readonly body: Buffer;
  readonly encoding: string | null;
}

/**
 * Serves the bare pages beside an atlas. Requests for everything else are forwarded to the atlas,
 * so all pages come over the same server.
 */
export async function openBenchSite(atlas: string): Promise<BenchSite> {
  const style = JSON.stringify(bareStyle(await readIndexOf({ url: atlas })));
  const folders = await Promise.all((['plain', 'split'] as const).map(readBare));
  const answers = new Map<string, Answer>(folders.flat());
  answers.set('/bare-style.json', {
    type: 'application/json',
    body: brotliCompressSync(style),
    encoding: 'br',
  });
  const log: { readonly at: number; readonly bytes: () => number }[] = [];
  const server = createServer((request, response) => {
    const { socket } = request;
    const before = socket.bytesWritten;
    let after = () => socket.bytesWritten;
    response.once('close', () => {
      const end = socket.bytesWritten;
      after = () => end;
    });
    log.push({ at: Date.now(), bytes: () => after() - before });
    const known = answers.get(request.url ?? '');
    if (known) send(response, known);
    else pass(request, response, atlas);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pathOf: (kind) => (kind === 'atlas' ? '/?lang=en' : `/${kind}/bare.html`),
    traffic: (from, to) => {
      const sent = log.filter(({ at }) => at >= from && at <= to);
      return { bytes: sent.reduce((sum, { bytes }) => sum + bytes(), 0), requests: sent.length };
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function readBare(kind: BareKind): Promise<[string, Answer][]> {
  const dir = await buildBare(kind);
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  const answers = names
    .filter((name) => /\.(?:html|m?js|css)$/.test(name))
    .map((name): [string, Answer] => {
      const packed = existsSync(join(dir, `${name}.br`));
      const body = readFileSync(join(dir, packed ? `${name}.br` : name));
      return [
        `/${kind}/${name}`,
        {
          type: contentTypeOf(name.replace(/\.mjs$/, '.js')),
          body,
          encoding: packed ? 'br' : null,
        },
      ];
    });
  rmSync(dir, { recursive: true });
  return answers;
}

function send(response: ServerResponse, { type, body, encoding }: Answer): void {
  response.writeHead(200, {
    'content-type': type,
    'content-length': body.length,
    'cache-control': 'public, max-age=31536000, immutable',
    ...(encoding && { 'content-encoding': encoding }),
  });
  response.end(body);
}

function pass(request: IncomingMessage, response: ServerResponse, atlas: string): void {
  const { method, headers, url } = request;
  const onward = forward(`${atlas}${url}`, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}

/** The files of the fonts, by the name in a style, as somebody would write them by hand. */
const FONTS = {
  'Noto Sans Regular': 'noto-sans-latin-400-normal',
  'Noto Sans Medium': 'noto-sans-latin-500-normal',
  'Noto Sans SemiBold': 'noto-sans-latin-600-normal',
  'Noto Serif Italic': 'noto-serif-latin-400-italic',
};

/** Returns the style of the first view of an atlas, with the fonts of its build. */
function bareStyle(index: BundleIndex): object {
  const bundle = mergeBundles(index, [], null);
  const assets = readdirSync(new URL('../../../dist/app/assets', import.meta.url));
  const fonts = Object.fromEntries(
    Object.entries(FONTS).map(([name, file]) => [
      name,
      [{ url: `/assets/${assets.find((asset) => asset.startsWith(file)) ?? ''}` }],
    ]),
  );
  return compileStyle(bundle, initialState(bundle), { fonts, documents: {} });
}
