/** Answers GetLegendGraphic. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Gate } from '../../http/gate.ts';
import { cachingOf, sendEncoded } from '../../http/send-encoded.ts';
import { languageOf } from './language.ts';
import { drawLegend, type LegendEntry } from './legend.ts';
import { neededRank, openLayer, openLegend, type Drawing } from './open-layers.ts';
import { readLegendRequest, type WmsParameters } from './parameters.ts';
import { encodePicture } from './picture.ts';

/** Sends the legend of a layer, as far as it is open to the asker. */
export async function answerLegend(
  request: FastifyRequest,
  reply: FastifyReply,
  { parameters, gate }: { readonly parameters: WmsParameters; readonly gate: Gate },
): Promise<FastifyReply> {
  const { layer, format, width, height, ...legend } = readLegendRequest(parameters);
  const drawings = openLayer(request.atlas, layer);
  const { locale, vary } = languageOf(request, parameters);
  const rows = legendRows(drawings, locale);
  const words = legend.words ?? hasWords(rows);
  // Words stand on white unless they are to be transparent, which a JPEG never is.
  const ground = format === 'image/jpeg' || (words && !legend.transparent);
  const body = await gate(async () => {
    const picture = drawLegend(rows, { width, height, words, ground });
    return encodePicture(picture, format);
  });
  return sendEncoded(request, reply, body, { caching: cachingOf(neededRank(drawings)), vary });
}

/** The rows that the asker may see, with their words in a language. */
export function legendRows(drawings: readonly Drawing[], locale: string): readonly LegendEntry[] {
  return drawings.flatMap((drawing) =>
    openLegend(drawing).map(({ color, label }) => ({
      ...{ color, shape: shapeOf(drawing.look) },
      label: label[locale] ?? '',
    })),
  );
}

/** One row says what the name of the layer says; several need words. */
export function hasWords(rows: readonly LegendEntry[]): boolean {
  return rows.length > 1;
}

/** Cells of a raster have a square in the legend, as areas have. */
function shapeOf({ style }: Drawing['look']): LegendEntry['shape'] {
  return style.kind === 'features' ? style.shape : 'polygon';
}
