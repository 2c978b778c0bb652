import type * as Config from '../../../schemas/config.g.ts';
import type { LegendMode, Text } from '../../model/model.ts';
import { sameText, type ResolveContext } from '../context.ts';
import { entriesOf } from '../entries-of.ts';
import { reportMissingFile } from '../missing-file.ts';

type Picture = Exclude<Config.Legend, string>;

/**
 * Resolves `legend`: `auto`, `none`, `{ from: source }` or `{ image, text }`. Diagnostic:
 * `file-missing`.
 */
export function resolveLegend(legend: Config.Legend = 'auto', context: ResolveContext): LegendMode {
  if (typeof legend === 'string') return { kind: legend };
  if (legend.from) return { kind: 'source' };
  const text = context.texts.resolve(legend, 'text');
  return { kind: 'image', image: resolveImage(legend, context), text };
}

/** Resolves the image of a legend in each language. */
function resolveImage(legend: Picture, context: ResolveContext): Text {
  const { image = {} } = legend;
  if (typeof image === 'string') {
    reportMissingFile({ node: legend, key: 'image' }, image, context);
    return sameText(image, context.locales);
  }
  for (const [key, path] of entriesOf(image))
    reportMissingFile({ node: image, key }, path, context);
  return context.texts.resolve(legend, 'image');
}
