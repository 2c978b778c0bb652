import { expression } from '@maplibre/maplibre-gl-style-spec';
import { suggest } from '../../diagnostics/suggest.ts';
import type { Json } from '../../model/model.ts';
import { kindIn } from '../../values/value-tree.ts';
import { type CheckContext } from '../context.ts';
import { propertyAt } from '../places.ts';

/**
 * Checks the fonts of labels against the families of `theme.fonts`. A font is a family and a style,
 * such as `Noto Sans Medium`. Diagnostic: `unknown-font`.
 */
export function checkFonts(context: CheckContext): void {
  const { fonts } = context.model;
  if (fonts.length === 0) return;
  for (const { sublayer } of context.drawn) {
    const value = sublayer.layout['text-font'];
    if (!value) continue;
    const wrong = kindIn('literal', value)
      .flatMap((literal) => facesIn(literal.value))
      .find((face) => !fonts.some((family) => face.startsWith(`${family} `)));
    if (wrong === undefined) continue;
    const params = { found: wrong, nearest: nearestFace(wrong, fonts), known: fonts };
    context.report.error('unknown-font', propertyAt(sublayer, 'text-font', context), params);
  }
}

/**
 * Returns the intended font: a family without a style gets `Regular`; a misspelt family keeps its
 * style.
 */
function nearestFace(found: string, families: readonly string[]): string {
  const whole = families.find((family) => family.toLowerCase() === found.toLowerCase());
  if (whole !== undefined) return `${whole} Regular`;
  for (const family of families) {
    const words = found.split(' ');
    const length = family.split(' ').length;
    if (suggest(words.slice(0, length).join(' '), [family]) !== undefined)
      return [family, ...words.slice(length)].join(' ');
  }
  return '';
}

/**
 * Returns the fonts in a list of names or an expression; in an expression a list is `[literal,
 * […]]`.
 */
function facesIn(value: Json): string[] {
  if (!Array.isArray(value)) return [];
  const list = value as readonly Json[];
  if (!expression.isExpression(list)) return list.filter((item) => typeof item === 'string');
  const faces = (item: Json): string[] => {
    if (!Array.isArray(item)) return [];
    return item[0] === 'literal' ? facesIn(item[1] ?? null) : item.flatMap(faces);
  };
  return faces(value);
}
