/** Answers GetFeatureInfo requests of the WMS. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { encode } from '../../http/encoded.ts';
import { fromStore } from '../../http/errors.ts';
import type { Gate } from '../../http/gate.ts';
import { cachingOf, sendEncoded } from '../../http/send-encoded.ts';
import { whenGone } from '../../http/when-gone.ts';
import type { DatasetStore } from '../../store/store.ts';
import { findInfo, type Found } from './find-info.ts';
import { languageOf } from './language.ts';
import { isQueryable, neededRank, openLayer } from './open-layers.ts';
import { readInfoRequest, type InfoFormat, type WmsParameters } from './parameters.ts';
import { createView } from '../../drawing/view.ts';
import { WmsFault, type WmsVersion } from './wms-fault.ts';
import { element } from './xml.ts';

/** Sends the features and values at a point, layer by layer in the order of `QUERY_LAYERS`. */
export async function answerInfo(
  request: FastifyRequest,
  reply: FastifyReply,
  context: {
    readonly store: DatasetStore;
    readonly parameters: WmsParameters;
    readonly version: WmsVersion;
    readonly gate: Gate;
  },
): Promise<FastifyReply> {
  const { store, parameters, version, gate } = context;
  const { snapshot } = request.atlas;
  const info = readInfoRequest(parameters, version);
  const drawn = info.layers.map((name) => [name, openLayer(request.atlas, name)] as const);
  const open = new Map(drawn);
  if (info.queried.some((name) => !isQueryable(open.get(name)!))) {
    throw new WmsFault('LayerNotQueryable');
  }
  const { locale, vary } = languageOf(request, parameters);
  const view = createView(info);
  const { point, count } = info;
  const gone = whenGone(reply);
  const found = await fromStore(async () => {
    const all: Found[] = [];
    for (const layer of info.queried) {
      const about = { layer, view, point, count, locale, snapshot };
      all.push(...(await gate(() => findInfo(store, open.get(layer)!, about), gone)));
    }
    return all;
  });
  const needed = neededRank(drawn.flatMap(([, drawings]) => drawings));
  const page = { locale, title: snapshot.pages.get(locale)?.title ?? '' };
  const body = await encode(write(found, info.format, page), `${info.format}; charset=utf-8`);
  return sendEncoded(request, reply, body, { caching: cachingOf(needed), vary });
}

interface Page {
  readonly locale: string;
  readonly title: string;
}

function write(found: readonly Found[], format: InfoFormat, page: Page): string {
  if (format === 'text/plain') return plainText(found);
  if (format === 'text/html') return html(found, page);
  const features = found.map(({ feature }) => feature);
  return `${JSON.stringify({ type: 'FeatureCollection', numberReturned: features.length, features })}\n`;
}

function plainText(found: readonly Found[]): string {
  return found
    .map(({ title, rows }) =>
      [title, ...rows.map(([label, value]) => `  ${label}: ${value}`), ''].join('\n'),
    )
    .join('\n');
}

function html(found: readonly Found[], { locale, title }: Page): string {
  const tables = found.map(({ title: caption, rows }) =>
    element(
      'table',
      {},
      element('caption', {}, caption),
      rows.map(([label, value]) =>
        element('tr', {}, element('th', { scope: 'row' }, label), element('td', {}, value)),
      ),
    ),
  );
  const head = element(
    'head',
    {},
    element('meta', { charset: 'utf-8' }),
    element('title', {}, title),
  );
  const page = element('html', { lang: locale }, head, element('body', {}, tables));
  return `<!DOCTYPE html>\n${page.xml}\n`;
}
