/**
 * Links the shader programs of the visible layers as soon as the style is known, all of them before
 * the first result is read: the graphics process links while the tiles load. MapLibre creates each
 * program when the first tile of a layer is drawn, and waits for it. The build changes its `Program` so
 * that it can be created early (scripts/change-maplibre.ts).
 */
import type { Map as GlMap } from 'maplibre-gl';
import { EvaluationParameters, ProgramConfiguration } from 'virtual:map-programs';

interface PaintValue {
  /** Absent for a property that cannot depend on data. */
  readonly constantOr?: (other: unknown) => unknown;
}

/** The parts of a layer of MapLibre that are used here. */
interface Layer {
  readonly type: string;
  readonly paint: { readonly get: (name: string) => PaintValue | null };
  readonly isHidden: (zoom: number) => boolean;
  readonly recalculate: (parameters: object, images: readonly string[]) => void;
}

/** The parts of a map of MapLibre that are used here. */
interface Internals {
  readonly painter: {
    readonly programCache: { readonly getProgram: (variant: object) => unknown };
  };
  readonly style: {
    readonly _layers: Readonly<Record<string, Layer>>;
    readonly projection: {
      readonly shaderVariantName: string;
      readonly shaderDefine: string;
      readonly shaderPreludeCode: unknown;
    };
  };
}

/** A program, and which paint properties are its inputs; null if none is. */
type Variant = readonly [name: string, inputs: ((property: string) => boolean) | null];

/** The programs of each frame with tiles. */
const ALWAYS = ['sky', 'clippingMask'];

const ALL = (): boolean => true;
const TEXT = (property: string): boolean => property.startsWith('text');
const ICON = (property: string): boolean => property.startsWith('icon');

/** Links the programs of the layers that are visible at the current zoom. */
export function linkPrograms(map: GlMap): void {
  const zoom = map.getZoom();
  const { painter, style } = map as unknown as Internals;
  const { shaderVariantName, shaderDefine, shaderPreludeCode } = style.projection;
  const link = (name: string, programConfiguration: object | null): void => {
    painter.programCache.getProgram({
      name,
      programConfiguration,
      projectionShaderVariant: {
        name: shaderVariantName,
        define: shaderDefine,
        prelude: shaderPreludeCode,
      },
      showOverdrawInspector: false,
      useTerrain: false,
      defines: [],
    });
  };
  for (const name of ALWAYS) link(name, null);
  for (const layer of Object.values(style._layers)) {
    if (layer.isHidden(zoom)) continue;
    // MapLibre does the same before each frame.
    layer.recalculate(new EvaluationParameters(zoom), []);
    for (const [name, inputs] of variantsOf(layer))
      link(name, inputs && new ProgramConfiguration(layer, zoom, inputs));
  }
}

/** Returns the programs that draw a layer; none for those that are seldom in the first view. */
function variantsOf({ type, paint }: Layer): readonly Variant[] {
  const has = (property: string): boolean => {
    const value = paint.get(property);
    return Boolean(value?.constantOr ? value.constantOr(true) : value);
  };
  switch (type) {
    case 'background':
      return has('background-pattern') ? [] : [['background', null]];
    case 'raster':
      return [['raster', null]];
    case 'circle':
      return [['circle', ALL]];
    case 'fill':
      return has('fill-pattern')
        ? []
        : [
            ['fill', ALL],
            ['fillOutline', ALL],
          ];
    case 'line':
      return has('line-pattern') ? [] : [[has('line-dasharray') ? 'lineSDF' : 'line', ALL]];
    case 'symbol':
      return [
        ['symbolSDF', TEXT],
        ['symbolIcon', ICON],
      ];
    default:
      return [];
  }
}
