/** Answers GetCapabilities requests of the WMS. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { encode } from '../../http/encoded.ts';
import { cachingOf, sendEncoded } from '../../http/send-encoded.ts';
import { renderCapabilities } from './capabilities.ts';
import { languageOf } from './language.ts';
import { neededRank, openLayers } from './open-layers.ts';
import type { WmsParameters } from './parameters.ts';
import type { WmsVersion } from './wms-fault.ts';

/** Sends the description of the service, with the layers that are open to the visitor only. */
export async function answerCapabilities(
  request: FastifyRequest,
  reply: FastifyReply,
  { parameters, version }: { readonly parameters: WmsParameters; readonly version: WmsVersion },
): Promise<FastifyReply> {
  const { snapshot, site } = request.atlas;
  const layers = openLayers(request.atlas);
  const { locale, asked, vary } = languageOf(request, parameters);
  const language = asked === null ? '' : `LANGUAGE=${encodeURIComponent(asked)}&`;
  const url = `${site}/wms?${language}`;
  const document = renderCapabilities(snapshot, { layers, version, url, locale });
  const type = version === '1.3.0' ? 'text/xml' : 'application/vnd.ogc.wms_xml';
  const body = await encode(document, `${type}; charset=utf-8`);
  const needed = neededRank(layers.flatMap(({ drawings }) => drawings));
  return sendEncoded(request, reply, body, { caching: cachingOf(needed), vary });
}
