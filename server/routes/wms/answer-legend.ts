/** Answers GetLegendGraphic requests of the WMS. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Gate } from '../../http/gate.ts';
import { cachingOf, sendEncoded } from '../../http/send-encoded.ts';
import { languageOf } from './language.ts';
import { drawLegend, type LegendEntry } from '../../drawing/draw-legend.ts';
import { neededRank, openLayer, openLegend, type Drawing } from './open-layers.ts';
import { readLegendRequest, type WmsParameters } from './parameters.ts';
import { encodePicture } from '../../drawing/picture.ts';

/** Sends the legend of a layer, with the rows that the visitor may see. */
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
  // Text has a white background unless transparency is requested, which JPEG does not support.
  const ground = format === 'image/jpeg' || (words && !legend.transparent);
  const body = await gate(async () => {
    const picture = drawLegend(rows, { width, height, words, ground });
    return encodePicture(picture, format);
  });
  return sendEncoded(request, reply, body, { caching: cachingOf(neededRank(drawings)), vary });
}

/** Returns the legend rows that the visitor may see, with labels in the given language. */
export function legendRows(drawings: readonly Drawing[], locale: string): readonly LegendEntry[] {
  return drawings.flatMap((drawing) =>
    openLegend(drawing).map(({ color, label }) => ({
      color,
      shape: shapeOf(drawing.look),
      label: label[locale] ?? '',
    })),
  );
}

/**
 * Returns whether the rows need labels. A single row needs no label, because the name of the layer
 * describes it.
 */
export function hasWords(rows: readonly LegendEntry[]): boolean {
  return rows.length > 1;
}

/** Returns the shape of the legend symbols of a drawing. Raster cells have a square, like areas. */
function shapeOf({ style }: Drawing['look']): LegendEntry['shape'] {
  return style.kind === 'features' ? style.shape : 'polygon';
}
