import type * as Config from '../../../schemas/config.g.ts';
import type { ByGround } from '../../bundle/bundle.ts';
import type { AtlasModel, Color, OverlayStyle } from '../../model/model.ts';
import { present } from '../../basics/present.ts';
import type { ResolveContext } from '../context.ts';
import { entriesOf } from '../entries-of.ts';
import { resolveColor } from '../values/resolve-color.ts';

type RawOverlay = Config.OverlaysOverlay & Pick<Config.OverlaysProject, 'label'>;

/** Resolves `overlays`. Diagnostics: those of colours. */
export function resolveOverlays(
  overlays: Config.Overlays | undefined,
  context: ResolveContext,
): AtlasModel['overlays'] {
  const entries = entriesOf<RawOverlay | undefined>({ ...overlays });
  return Object.fromEntries(
    entries.flatMap(([id, overlay]) => (overlay ? [[id, resolveOverlay(overlay, context)]] : [])),
  );
}

function resolveOverlay(raw: RawOverlay, context: ResolveContext): OverlayStyle {
  const { color, line, fill, casing, label, ...sizes } = raw;
  const [family] = context.fonts;
  const resolve = (value: Config.Color, node: object, key: string): ByGround<string> =>
    byGround(resolveColor(value, { node, key }, context));
  return present({
    ...sizes,
    color: color === undefined ? undefined : resolve(color, raw, 'color'),
    line: line === undefined ? undefined : resolve(line, raw, 'line'),
    fill: fill === undefined ? undefined : resolve(fill, raw, 'fill'),
    casing: casing && { ...casing, color: resolve(casing.color, casing, 'color') },
    label: label && {
      ...label,
      color: resolve(label.color, label, 'color'),
      halo: resolve(label.halo, label, 'halo'),
      ...(family === undefined ? {} : { font: `${family} Regular` }),
    },
  });
}

function byGround(color: Color): ByGround<string> {
  const [first, ...others] = Object.values(color);
  return others.every((other) => other === first) ? first! : { 'by-ground': color };
}
